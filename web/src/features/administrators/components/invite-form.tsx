import { inviteAdministratorForm } from '@lectern/contracts/identity/administrator-http';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { KeptFormNotice } from '../../../components/console/kept-form-notice.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { useKeptForm } from '../../../components/console/use-kept-form.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { invite } from '../api/administrators.ts';
import { RoleChoice } from './role-choice.tsx';

/** Invites an administrator. The emailed link lets them choose a password. */
export const InviteForm = ({ onDone }: { onDone: () => void }) => {
  const { register, handleSubmit, setError, formState, kept } = useKeptForm(
    {
      resolver: contractResolver(inviteAdministratorForm),
      // Nobody becomes an owner by an overlooked field.
      defaultValues: { email: '', name: '', role: 'viewer' as StaffRole, currentPassword: '' },
    },
    { keep: 'invitation', base: 0, isPersonal: true, secrets: ['currentPassword'] },
  );
  const { errors } = formState;
  const { start, isPending, error } = useAdminWrite({
    run: invite,
    onSuccess: ({ message }) => {
      kept.forget();
      toast({ title: 'Invitation sent', description: message });
      onDone();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['email', 'name', 'role', 'currentPassword'], setError)) return;
      toast({
        title: 'Invitation not sent',
        description: messageOr(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Invite an administrator"
      onSubmit={(event) => void handleSubmit((typed) => start(typed))(event)}
    >
      <KeptFormNotice kept={kept} />
      <p>
        We email a link to this person. It works once, for three days. With it they choose a password, and then they can
        use the console as far as their role allows.
      </p>
      <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <RoleChoice error={errors.role?.message} {...register('role')} />
      <PasswordField
        label="Current password"
        hint="To confirm that it is you."
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <ActionFailure error={error} fallback="Please try again." />
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
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Inviting...">
          Send the invitation
        </Button>
      </Actions>
    </Stack>
  );
};
