import type { Administrator } from '@lectern/contracts/identity/administrator';
import { switchAdministratorForm } from '@lectern/contracts/identity/administrator-http';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { invite, switchAdministrator } from '../api/administrators.ts';
import { PasswordDialog } from './password-dialog.tsx';

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
  return (
    <PasswordDialog
      title={words.title(name)}
      submit={words.submit}
      busyLabel={words.busyLabel}
      variant={change === 'deactivate' ? 'danger' : 'primary'}
      isPending={isPending}
      error={error}
      onSubmit={handleSubmit((typed) => start(typed))}
      onClose={onClose}
      password={register('currentPassword')}
      passwordError={formState.errors.currentPassword?.message}
      beginsWithPassword
    >
      <p>{words.explain(email, lastLoginAt !== null)}</p>
    </PasswordDialog>
  );
};
