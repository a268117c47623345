import { memberForm } from '@lectern/contracts/registrations/http';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { optionalChoice, optionalInstant } from '../../../components/console/optional-fields.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { readersZone } from '../../../lib/readers-time.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addMember } from '../api/debate-club.ts';

const FIELDS = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'division',
  'billingCycle',
  'experienceLevel',
  'goals',
  'referralSource',
  'billingStartDate',
  'stripeCustomerId',
  'stripeSubscriptionId',
  'status',
] as const;

const DIVISIONS = [
  { value: '', label: 'Choose a division' },
  { value: 'development', label: 'Development' },
  { value: 'professional', label: 'Professional' },
] as const;

const BILLING = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
] as const;

const LEVELS = [
  { value: '', label: 'Not known' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
] as const;

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'paused', label: 'Paused' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

const checked = contractResolver(memberForm);
const resolver: typeof checked = (values, ...rest) =>
  checked({ ...values, billingStartDate: optionalInstant(values.billingStartDate) }, ...rest);

/** Adds a debate club registration manually, without a payment. */
export const AddMemberForm = ({ onDone }: { onDone: () => void }) => {
  const { register, handleSubmit, setError, formState, kept } = useKeptForm(
    {
      resolver,
      defaultValues: {
        email: '',
        firstName: '',
        lastName: '',
        phone: '',
        billingCycle: 'monthly' as const,
        goals: '',
        referralSource: '',
        stripeCustomerId: '',
        stripeSubscriptionId: '',
        status: 'active' as const,
      },
    },
    { keep: 'new-member', base: 0, isPersonal: true },
  );
  const { start, isPending, error } = useAdminWrite({
    run: addMember,
    onSuccess: ({ firstName, lastName }) => {
      kept.forget();
      toast({ title: 'Registration Created', description: `${firstName} ${lastName} was added to the list.` });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, FIELDS, setError);
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const { errors } = formState;

  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      aria-label="New member"
      onSubmit={(event) => void handleSubmit((form) => start(form))(event)}
    >
      <KeptFormNotice kept={kept} />
      <p>
        Use this for your own list, for example for a person who pays in cash. It adds a registration to the Debate Club
        list and, with the status Active, to the count of active members. It creates no account, takes no payment and
        sends no email. It does not let the person watch recordings: the member area opens only with a paid
        subscription.
      </p>
      <Pair close>
        <TextField label="First name" autoComplete="off" error={errors.firstName?.message} {...register('firstName')} />
        <TextField label="Last name" autoComplete="off" error={errors.lastName?.message} {...register('lastName')} />
      </Pair>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <Pair close>
        <SelectField
          label="Division"
          options={DIVISIONS}
          error={errors.division?.message}
          {...register('division', { setValueAs: optionalChoice })}
        />
        <SelectField
          label="Billing cycle"
          options={BILLING}
          error={errors.billingCycle?.message}
          {...register('billingCycle')}
        />
        <SelectField label="Status" options={STATUSES} error={errors.status?.message} {...register('status')} />
        <SelectField
          label="Experience level"
          options={LEVELS}
          error={errors.experienceLevel?.message}
          {...register('experienceLevel', { setValueAs: optionalChoice })}
        />
        <TextField
          label="Phone"
          type="tel"
          placeholder="Optional"
          autoComplete="off"
          error={errors.phone?.message}
          {...register('phone')}
        />
        <TextField
          label="Billing start date"
          type="datetime-local"
          hint={`In your time zone (${readersZone()}). Optional.`}
          error={errors.billingStartDate?.message}
          {...register('billingStartDate')}
        />
      </Pair>
      <TextareaField
        label="Goals"
        placeholder="Optional"
        rows={2}
        error={errors.goals?.message}
        {...register('goals')}
      />
      <TextField
        label="Referral source"
        placeholder="Optional"
        autoComplete="off"
        error={errors.referralSource?.message}
        {...register('referralSource')}
      />
      <Pair close>
        <TextField
          label="Customer id"
          placeholder="Optional"
          autoComplete="off"
          spellCheck={false}
          hint="From Stripe: starts with cus_. Leave it empty if you do not know it."
          error={errors.stripeCustomerId?.message}
          {...register('stripeCustomerId')}
        />
        <TextField
          label="Subscription id"
          placeholder="Optional"
          autoComplete="off"
          spellCheck={false}
          hint="From Stripe: starts with sub_. Leave it empty if you do not know it."
          error={errors.stripeSubscriptionId?.message}
          {...register('stripeSubscriptionId')}
        />
      </Pair>
      <ActionFailure error={error} />
      <Actions end>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Adding...">
          Add Member
        </Button>
      </Actions>
    </Stack>
  );
};
