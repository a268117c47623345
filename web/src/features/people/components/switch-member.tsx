import { memberSwitchForm, type KnownPerson } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { MEMBERSHIP_REFUND, HOW_TO_REFUND } from '../../../components/console/payment-words.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { deactivate, reactivate } from '../api/switch-member.ts';
import styles from './person.module.css';

type Account = NonNullable<KnownPerson['account']>;

interface FormProps {
  account: Account;
  name: string;
  hasRunningMembership: boolean;
  onDone: () => void;
}

const SwitchForm = ({ account, name, hasRunningMembership, onDone }: FormProps) => {
  const isOff = account.deactivatedAt !== null;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(memberSwitchForm),
    defaultValues: { reason: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: isOff ? reactivate : deactivate,
    onSuccess: ({ message }) => {
      toast({ title: isOff ? 'Member reactivated' : 'Member deactivated', description: message });
      onDone();
    },
    onError: (error) => {
      showFieldErrors(error, ['reason'], setError);
      toast({
        title: isOff ? 'Reactivating failed' : 'Deactivating failed',
        description: messageOr(error, `${name} was not changed.`),
        variant: 'destructive',
      });
    },
  });
  return (
    <Stack
      as="form"
      gap={4}
      className={styles['switch']}
      noValidate
      aria-label={isOff ? `Reactivate ${name}` : `Deactivate ${name}`}
      onSubmit={(event) => void handleSubmit((body) => start({ userId: account.userId, body }))(event)}
    >
      {isOff ? (
        <p>
          {name} (<span className="breakable">{account.email}</span>) can log in again with their previous password, and
          needs to do so on each device. They need a new calendar link. A membership that the deactivation stopped
          renews again if its paid period is not over. We email {name} that the account is active again.
        </p>
      ) : (
        <>
          <p>
            {name} (<span className="breakable">{account.email}</span>) is logged out on every device immediately, and
            sees why when they try to log in again. Links in earlier emails and their calendar link stop working. We
            email {name} that the account was deactivated.
          </p>
          <ul>
            <li>
              {hasRunningMembership
                ? 'Their membership is not charged again while the account is deactivated. It runs until the end of the paid period. If you reactivate the account by then, it renews, unless it was cancelled.'
                : 'They have no active subscription.'}
            </li>
            <li>
              They keep the tournament entries and bootcamp seats that they have paid for. Places that they have not
              paid for go to other people, and this email address cannot buy anything new.
            </li>
            <li>
              Nothing is refunded. {HOW_TO_REFUND} {MEMBERSHIP_REFUND} A full refund of an entry or a seat ends that
              registration.
            </li>
            <li>
              Their Debate Club registration is cancelled (the Debate Club tab shows “Failed”), so they get no more
              campaigns to the debate club. They still get the newsletter, and campaigns to tournament participants if
              they keep an entry. To stop the newsletter, delete their subscription on the Newsletter tab.
            </li>
          </ul>
        </>
      )}
      <TextField
        label="Reason (kept in the activity log)"
        autoComplete="off"
        error={formState.errors.reason?.message}
        data-begins=""
        {...register('reason')}
      />
      <ActionFailure error={error} fallback={`${name} was not changed.`} />
      <Actions>
        <Button onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={isOff ? 'primary' : 'danger'}
          busy={isPending}
          busyLabel={isOff ? 'Reactivating...' : 'Deactivating...'}
        >
          {isOff ? 'Reactivate' : 'Deactivate'}
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button that deactivates or reactivates an account, and its confirmation dialog. */
export const SwitchMember = ({ account, customer }: { account: Account; customer: KnownPerson['customer'] }) => {
  const [isAsking, setAsking] = useState(false);
  const name = `${account.firstName} ${account.lastName}`;
  const isOff = account.deactivatedAt !== null;
  const close = () => setAsking(false);
  return (
    <>
      <Button size="small" variant={isOff ? 'primary' : 'danger'} onClick={() => setAsking(true)}>
        {isOff ? 'Reactivate' : 'Deactivate'}
      </Button>
      <FormDialog open={isAsking} onClose={close} title={isOff ? `Reactivate ${name}?` : `Deactivate ${name}?`}>
        <SwitchForm
          account={account}
          name={name}
          hasRunningMembership={customer?.membership?.hasAccess ?? account.subscriptionStatus === 'active'}
          onDone={close}
        />
      </FormDialog>
    </>
  );
};
