import { memberEmailForm, type KnownPerson } from '@lectern/contracts/system/people-http';
import { useState } from 'react';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { correctEmail } from '../api/switch-member.ts';
import styles from './person.module.css';

type Account = NonNullable<KnownPerson['account']>;

const EmailForm = ({ account, name, onDone }: { account: Account; name: string; onDone: () => void }) => {
  const { register, handleSubmit, setError, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(memberEmailForm),
      defaultValues: { email: '', reason: '', currentPassword: '' },
    },
    { keep: `correct-email:${account.userId}`, base: 0, isPersonal: true, secrets: ['currentPassword'] },
  );
  const { start, isPending, error } = useAdminWrite({
    run: correctEmail,
    onSuccess: ({ message }) => {
      kept.forget();
      toast({ title: 'Link sent', description: message });
      onDone();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['email', 'reason', 'currentPassword'], setError)) return;
      toast({
        title: 'No link was sent',
        description: messageOr(error, `${name} keeps the email ${account.email}.`),
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
      aria-label={`Change the email of ${name}`}
      onSubmit={(event) => void handleSubmit((body) => start({ userId: account.userId, body }))(event)}
    >
      <KeptFormNotice kept={kept} />
      <p>
        For a member who mistyped <span className="breakable">{account.email}</span> or lost access to it. Check that
        you have the right person: the owner of the new address gets the account and everything that was paid for it.
      </p>
      <ol>
        <li>We email a link to the new address. It works for 24 hours.</li>
        <li>{name} opens the link while logged in, or resets the password with the new address.</li>
        <li>
          The account, registrations and payments change to the new address. We notify{' '}
          <span className="breakable">{account.email}</span>.
        </li>
      </ol>
      <TextField
        label="New email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        data-begins=""
        {...register('email')}
      />
      <TextField
        label="Reason (kept in the activity log)"
        autoComplete="off"
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={formState.errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <ActionFailure error={error} fallback={`${name} keeps the email ${account.email}.`} />
      <Actions>
        <Button
          onClick={() => {
            kept.forget();
            onDone();
          }}
          disabled={isPending}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Sending...">
          Send the link
        </Button>
      </Actions>
    </Stack>
  );
};

/** The button and the form with which staff change a member's email address. */
export const CorrectEmail = ({ account }: { account: Account }) => {
  const [isAsking, setAsking] = useState(false);
  const name = `${account.firstName} ${account.lastName}`;
  const close = () => setAsking(false);
  if (account.deactivatedAt !== null) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Change Email
      </Button>
      <FormDialog open={isAsking} onClose={close} title={`Change the email of ${name}`}>
        <EmailForm account={account} name={name} onDone={close} />
      </FormDialog>
    </>
  );
};
