import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { useCurrentUser } from '../../../components/signed-in/current-user.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { readSession, writeSession } from '../../../lib/session-storage.ts';
import { toast } from '../../../lib/toast-store.ts';
import { usePageRestored } from '../../../lib/use-page-restored.ts';
import type { BootcampRegistration, Registered } from '../api/register-for-bootcamp.ts';
import styles from '../../../components/checkout/registration-form.module.css';
import { useNextRun } from '../use-next-run.ts';
import { RunSummary } from './run-summary.tsx';

const FIELDS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'experienceLevel',
  'goals',
  'referralSource',
  'specialRequests',
  'promoCode',
] as const;

const LEVELS = [
  { value: '', label: 'Please choose' },
  { value: 'beginner', label: 'Beginner: this would be my first time' },
  { value: 'intermediate', label: 'Intermediate: I speak now and then' },
  { value: 'advanced', label: 'Advanced: I have competed before' },
];

// Loaded on demand: only a visitor who fills in the form needs their schemas.
const loadResolver = () => import('../api/form-resolver.ts');
const loadRegister = () => import('../api/register-for-bootcamp.ts');
const ahead = () => void Promise.all([loadResolver(), loadRegister()]).catch(() => undefined);

/** Without the schemas the form is sent unchecked, and the server checks it: a lost connection then shows its own error. */
const resolver: Resolver<BootcampRegistration, unknown, BootcampRegistration> = async (values, context, options) => {
  const loaded = await loadResolver().catch(() => null);
  return loaded === null ? { values, errors: {} } : loaded.resolver(values, context, options);
};

/** The input, for a visitor who comes back from the payment page without having paid. Kept as long as the tab. */
const KEPT = 'bootcampForm';

const readKept = (): Partial<BootcampRegistration> => {
  try {
    const kept: unknown = JSON.parse(readSession(KEPT) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
};

const isField = (name: string): name is (typeof FIELDS)[number] => FIELDS.some((field) => field === name);

/** Registers for the next run. After a failure the input stays. Calls `onWaiting` when the run is full and nothing has to be paid yet. */
export const RegistrationForm = ({
  onWaiting,
}: {
  onWaiting: (registered: Exclude<Registered, { checkoutUrl: string }>) => void;
}) => {
  const user = useCurrentUser();
  const isFull = useNextRun().run?.state === 'full';
  const { register, handleSubmit, setError, reset, formState } = useForm<
    BootcampRegistration,
    unknown,
    BootcampRegistration
  >({
    resolver,
    defaultValues: {
      email: '',
      firstName: '',
      lastName: '',
      phone: '',
      goals: '',
      referralSource: '',
      specialRequests: '',
      promoCode: '',
    },
  });
  const { errors } = formState;

  useEffect(() => {
    reset((typed) => ({ ...typed, ...readKept() }), { keepDirtyValues: true });
  }, [reset]);

  useEffect(() => {
    if (user === undefined) return;
    const { firstName, lastName, email } = user;
    reset((typed) => ({ ...typed, firstName, lastName, email }), { keepDirtyValues: true });
  }, [user, reset]);

  const registration = useMutation({
    mutationFn: async (form: BootcampRegistration) => (await loadRegister()).registerForBootcamp(form),
    onSuccess: (registered, form) => {
      if ('checkoutUrl' in registered) {
        writeSession(KEPT, JSON.stringify(form));
        window.location.assign(registered.checkoutUrl);
      } else onWaiting(registered);
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        const broken = error.code === 'promo_invalid' ? { promoCode: error.message } : error.fields;
        for (const [name, message] of Object.entries(broken))
          if (isField(name)) setError(name, { type: 'server', message }, { shouldFocus: true });
      }
      toast({
        title: 'Checkout Failed',
        description: messageOr(error, 'Please try again or contact support.'),
        variant: 'destructive',
      });
    },
  });
  const { reset: forget } = registration;
  usePageRestored(useCallback(() => forget(), [forget]));
  const isDone = registration.isSuccess && 'checkoutUrl' in registration.data;

  return (
    <div className={styles['columns']}>
      <Form
        className={styles['form']}
        aria-label="Bootcamp registration"
        onFocus={ahead}
        onSubmit={(event) => void handleSubmit((form) => registration.mutate(form))(event)}
      >
        <section className={styles['step']}>
          <h2>About you</h2>
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
          <div className={styles['pair']}>
            <TextField
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              error={errors.email?.message}
              {...register('email')}
            />
            <TextField
              label="Phone (optional)"
              type="tel"
              autoComplete="tel"
              error={errors.phone?.message}
              {...register('phone')}
            />
          </div>
          <SelectField
            label="Experience level"
            options={LEVELS}
            error={errors.experienceLevel?.message}
            {...register('experienceLevel')}
          />
        </section>
        <section className={styles['step']}>
          <h2>What you are after</h2>
          <TextareaField
            label="Goals (optional)"
            hint="A toast next spring, a seat on the council, a round without shaking hands: the coach reads it before the first Sunday."
            rows={4}
            error={errors.goals?.message}
            {...register('goals')}
          />
          <TextField
            label="How did you hear about us? (optional)"
            error={errors.referralSource?.message}
            {...register('referralSource')}
          />
          <TextareaField
            label="Special requests (optional)"
            hint="Captions, breaks, a name that people get wrong: tell us, and it is arranged."
            rows={3}
            error={errors.specialRequests?.message}
            {...register('specialRequests')}
          />
        </section>
        <div className={styles['end']}>
          <TextField
            label="Promo code (optional)"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={50}
            className={styles['upper']}
            error={errors.promoCode?.message}
            {...register('promoCode')}
          />
          {registration.error instanceof NetworkError && (
            <Notice tone="stop" role="alert">
              <p>
                The connection failed. Everything you typed is still here: send it again when you are back online. You
                will not be registered twice.
              </p>
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            busy={registration.isPending || isDone}
            busyLabel={isDone ? 'Opening the payment page...' : 'Processing...'}
          >
            {isFull ? 'Join the waitlist' : 'Continue to payment'}
          </Button>
          <p className={styles['small']}>
            {isFull
              ? 'The run is full. You pay nothing now: we email you as soon as a seat is free for you.'
              : 'You pay on our payment provider’s page. Your seat is held for 30 minutes while you do.'}
          </p>
        </div>
      </Form>
      <RunSummary />
    </div>
  );
};
