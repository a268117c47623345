import { registerForm } from '@lectern/contracts/billing/http';
import { PASSWORD_HINT } from '@lectern/contracts/fields';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { PlanChoice } from '../../../components/membership/plan-choice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { ErrorState, Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { REFERRAL_REWARD } from '../../../config/offers.ts';
import { pathTo } from '../../../config/paths.ts';
import { parsePlan, PLANS } from '../../../config/plans.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import { toast } from '../../../lib/toast-store.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import { pricesQuery } from '../api/list-programs.ts';
import { registerAndPay } from '../api/register-and-subscribe.ts';
import { rememberPlan } from '../chosen-plan.ts';
import { discountOn } from '../discount.ts';
import { KnownAlready } from './known-already.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PromoField } from './promo-field.tsx';
import styles from '../../../components/checkout/registration-form.module.css';
import { usePromo } from './use-promo.ts';
import { useReferral } from './use-referral.ts';

const FIELDS = ['email', 'firstName', 'lastName', 'password', 'confirmPassword', 'plan'] as const;

/** Account and payment in one step. After a failure the input stays. */
export const RegisterForm = () => {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const prices = useQuery(pricesQuery);
  const promo = usePromo();
  const { referral, drop: dropReferral } = useReferral(params.get('ref')?.trim() ?? '');
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: contractResolver(registerForm),
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      password: '',
      confirmPassword: '',
      plan: parsePlan(params.get('plan')),
    },
  });
  const plan = watch('plan');
  const price = prices.data?.[plan];
  const amount = price?.cents ?? PLANS[plan].cents;
  const due = amount - (promo.applied === null ? 0 : discountOn(amount, promo.applied));

  const registration = useMutation({
    mutationFn: async (form: Parameters<typeof registerAndPay>[0]) => {
      const { [form.plan]: chosen } = await client.ensureQueryData(pricesQuery);
      return registerAndPay({
        ...form,
        priceId: chosen.id,
        promoCode: promo.applied?.code,
        referralCode: referral?.code,
      });
    },
    onSuccess: (checkoutUrl, { plan: chosen }) => {
      rememberPlan(chosen);
      window.location.assign(checkoutUrl);
    },
    onError: (error) => {
      showFieldErrors(error, FIELDS, setError);
      // The code is used up or not valid for this person. It is removed, so that the next request matches the form.
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'promo_invalid') promo.remove();
      if (code === 'referral_invalid') dropReferral();
      toast({
        title: 'Registration error',
        description: messageOr(error, 'Unable to process registration. Please try again.'),
        variant: 'destructive',
      });
    },
  });
  const { reset } = registration;
  usePageRestored(useCallback(() => reset(), [reset]));

  const planField = register('plan', {
    onChange: (event: { target: { value: string } }) => {
      const next = prices.data?.[parsePlan(event.target.value)];
      if (promo.applied !== null && next !== undefined) promo.apply(promo.applied.code, next.id);
    },
  });
  const { errors } = formState;

  return (
    <div className={styles['columns']}>
      <Form
        className={styles['form']}
        aria-label="Registration"
        onSubmit={(event) => void handleSubmit((form) => registration.mutate(form))(event)}
      >
        {referral !== null && (
          <Notice>
            <p>
              <strong>{referral.referrerName}</strong> referred you. You both earn {formatCentsShort(REFERRAL_REWARD)}.
            </p>
          </Notice>
        )}
        <section className={styles['step']}>
          <h2>Choose your plan</h2>
          <PlanChoice
            {...planField}
            labelHidden
            error={errors.plan?.message}
            prices={prices.data && { monthly: prices.data.monthly.cents, annual: prices.data.annual.cents }}
          />
          {prices.isError && (
            <ErrorState
              title="The current prices could not be loaded"
              onRetry={() => void prices.refetch()}
              retrying={prices.isFetching}
            >
              You can go on filling in the form.
            </ErrorState>
          )}
        </section>
        <section className={styles['step']}>
          <h2>Create your account</h2>
          <div className={styles['pair']}>
            <TextField
              label="First name"
              autoComplete="given-name"
              error={errors.firstName?.message}
              {...register('firstName')}
            />
            <TextField
              label="Last name"
              autoComplete="family-name"
              error={errors.lastName?.message}
              {...register('lastName')}
            />
          </div>
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <div className={styles['pair']}>
            <PasswordField
              label="Password"
              autoComplete="new-password"
              hint={errors.password === undefined ? PASSWORD_HINT : undefined}
              error={errors.password?.message}
              {...register('password')}
            />
            <PasswordField
              label="Confirm password"
              autoComplete="new-password"
              error={errors.confirmPassword?.message}
              {...register('confirmPassword')}
            />
          </div>
          <PromoField promo={promo} price={price} />
        </section>
        <div className={styles['end']}>
          <KnownAlready error={registration.error} email={registration.variables?.email ?? ''} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={registration.isPending || registration.isSuccess}
            disabled={promo.isChecking}
            busyLabel={registration.isSuccess ? 'Opening the payment page...' : 'Processing...'}
          >
            Continue to payment
          </Button>
          <p className={styles['small']}>
            You pay {formatCents(due)} today, on our payment provider’s page. {PLANS[plan].assurance}
          </p>
          <p>
            Already have an account? <Link to={pathTo('login')}>Log in</Link>
          </p>
        </div>
      </Form>
      <OrderSummary plan={plan} price={amount} promo={promo.applied} />
    </div>
  );
};
