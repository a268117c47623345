import type { Plan } from '@lectern/contracts/fields';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PlanChoice } from '../../../components/membership/plan-choice.tsx';
import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { parsePlan, PLANS } from '../../../config/plans.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { checkEmail, openSubscription } from '../api/create-subscription.ts';
import { pricesQuery } from '../api/list-programs.ts';
import { rememberPlan } from '../chosen-plan.ts';
import { KnownAlready } from './known-already.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentStep } from './payment-step.tsx';
import styles from './subscribe-form.module.css';

const MemberNotice = lazy(() => import('./member-notice.tsx'));

/** A membership for an address; for a member, who has one, once they say that it is for another person. */
export const SubscribeForm = () => {
  const user = useCurrentUser();
  const [params] = useSearchParams();
  const isForAnother = params.get('for') === 'another';
  useEffect(() => {
    if (isForAnother) document.getElementById('subscribe-email')?.focus();
  }, [isForAnother]);
  if (user?.subscriptionStatus !== 'active' || isForAnother) return <CheckoutForm />;
  return (
    <Suspense>
      <MemberNotice user={user} />
    </Suspense>
  );
};

/** A checkout: first opened, then held until it is paid or another plan is chosen. */
const CheckoutForm = () => {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const prices = useQuery(pricesQuery);
  const [plan, setPlan] = useState<Plan>(parsePlan(params.get('plan')));
  const [email, setEmail] = useState(params.get('email') ?? '');
  const [emailError, setEmailError] = useState<string>();

  const subscription = useMutation({
    mutationFn: async (request: { plan: Plan; email: string }) => {
      const { [request.plan]: price } = await client.ensureQueryData(pricesQuery);
      return openSubscription({ priceId: price.id, customerEmail: request.email });
    },
    onError: (error) =>
      toast({
        title: 'Subscription error',
        description: messageOr(error, 'Unable to start subscription process. Please try again.'),
        variant: 'destructive',
      }),
  });
  const checkoutUrl = subscription.data;

  const choose = (next: Plan) => {
    setPlan(next);
    rememberPlan(next);
    subscription.reset();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = checkEmail(email);
    if (problem !== undefined) {
      setEmailError(problem);
      document.getElementById('subscribe-email')?.focus();
      toast({ title: 'Invalid email', description: problem, variant: 'destructive' });
      return;
    }
    rememberPlan(plan);
    subscription.mutate({ plan, email: email.trim() });
  };

  return (
    <div className={styles['columns']}>
      <Stack as={Form} gap={6} onSubmit={submit} aria-label="Subscription">
        <PlanChoice
          value={plan}
          onChange={(event) => choose(parsePlan(event.target.value))}
          prices={prices.data && { monthly: prices.data.monthly.cents, annual: prices.data.annual.cents }}
        />
        <TextField
          id="subscribe-email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="Your receipt and the link to set up your account go here."
          value={email}
          error={emailError}
          readOnly={checkoutUrl !== undefined}
          onChange={(event) => {
            setEmail(event.target.value);
            setEmailError(undefined);
          }}
        />
        <KnownAlready error={subscription.error} email={subscription.variables?.email ?? ''} />
        <Button
          type="submit"
          variant={checkoutUrl === undefined ? 'primary' : 'secondary'}
          size="large"
          busy={subscription.isPending}
          busyLabel="Processing..."
          disabled={checkoutUrl !== undefined}
        >
          Subscribe
        </Button>
        {checkoutUrl !== undefined && <PaymentStep url={checkoutUrl} />}
      </Stack>
      <OrderSummary plan={plan} price={prices.data?.[plan].cents ?? PLANS[plan].cents} promo={null} />
    </div>
  );
};
