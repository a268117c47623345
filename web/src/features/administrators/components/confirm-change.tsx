import type { Administrator } from '@lectern/contracts/identity/administrator';
import { switchAdministratorForm } from '@lectern/contracts/identity/administrator-http';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { invite, switchAdministrator } from '../api/administrators.ts';

const { currentPassword } = switchAdministratorForm.shape;
const confirmation = z.strictObject({ currentPassword });

/** A change to an administrator in the list. */
export type Change = 'invite' | 'deactivate' | 'reactivate';

interface Words {
  title: (name: string) => string;
  explain: (email: string, hasLoggedIn: boolean) => string;
  submit: string;
  busyLabel: string;
  done: string;
  failed: string;
}
const WORDS: Record<Change, Words> = {
  invite: {
    title: (name) => `Invite ${name} again?`,
    explain: (email) =>
      `We email another link to ${email}. It works once, for three days, and lets them choose a password.`,
    submit: 'Send the invitation',
    busyLabel: 'Inviting...',
    done: 'Invitation sent',
    failed: 'Invitation not sent',
  },
  deactivate: {
    title: (name) => `Deactivate ${name}?`,
    explain: (email) =>
      `${email} is logged out everywhere, and cannot log in or choose a new password until an administrator reactivates the account. Everything that they wrote or changed stays.`,
    submit: 'Deactivate',
    busyLabel: 'Changing...',
    done: 'Administrator deactivated',
    failed: 'Nothing has changed',
  },
  reactivate: {
    title: (name) => `Reactivate ${name}?`,
    explain: (email, hasLoggedIn) =>
      hasLoggedIn
        ? `${email} can log in with their previous password, or choose a new one.`
        : `${email} has never logged in, and the links that we emailed before no longer work. After you reactivate the account, invite them again: the new link lets them choose a password.`,
    submit: 'Reactivate',
    busyLabel: 'Changing...',
    done: 'Administrator reactivated',
    failed: 'Nothing has changed',
  },
};

interface Props {
  change: Change;
  admin: Administrator;
  onClose: () => void;
}

/** Asks for the signed-in administrator's password and makes the change. */
export const ConfirmChange = ({ change, admin: { id, email, name, role, lastLoginAt }, onClose }: Props) => {
  const formId = useId();
  const words = WORDS[change];
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(confirmation),
    defaultValues: { currentPassword: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: (typed: { currentPassword: string }) =>
      change === 'invite'
        ? invite({ email, name, role, ...typed })
        : switchAdministrator(id, { isActive: change === 'reactivate', ...typed }),
    onSuccess: ({ message }) => {
      toast({ title: words.done, description: message });
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword'], setError)) return;
      toast({ title: words.failed, description: messageOr(error, 'Please try again.'), variant: 'destructive' });
    },
  });
  const close = () => {
    if (!isPending) onClose();
  };
  const title = words.title(name);
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={change === 'deactivate' ? 'danger' : 'primary'}
            busy={isPending}
            busyLabel={words.busyLabel}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <Stack
        as={Form}
        gap={5}
        id={formId}
        aria-label={title}
        onSubmit={(event) => void handleSubmit((typed) => start(typed))(event)}
      >
        <p>{words.explain(email, lastLoginAt !== null)}</p>
        <PasswordField
          label="Current password"
          hint="To confirm that it is you."
          autoComplete="current-password"
          data-begins=""
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <ActionFailure error={error} fallback="Please try again." />
      </Stack>
    </Dialog>
  );
};
