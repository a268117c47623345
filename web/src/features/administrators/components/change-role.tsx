import type { Administrator } from '@lectern/contracts/identity/administrator';
import { setAdministratorRoleForm } from '@lectern/contracts/identity/administrator-http';
import { useForm } from 'react-hook-form';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { setRole } from '../api/administrators.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';

/** Gives an administrator another role, with the signed-in owner's password. */
export const ChangeRole = ({ admin: { id, name, role }, onClose }: { admin: Administrator; onClose: () => void }) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(setAdministratorRoleForm),
    defaultValues: { role, currentPassword: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run: (typed: Parameters<typeof setRole>[1]) => setRole(id, typed),
    onSuccess: ({ message }) => {
      toast({ title: 'Role changed', description: message });
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['role', 'currentPassword'], setError)) return;
      toast({
        title: 'Nothing has changed',
        description: messageOr(error, 'Please try again.'),
        variant: 'destructive',
      });
    },
  });
  return (
    <PasswordDialog
      title={`Change the role of ${name}`}
      submit="Change the role"
      busyLabel="Changing..."
      isPending={isPending}
      error={error}
      onSubmit={handleSubmit((typed) => start(typed))}
      onClose={onClose}
      password={register('currentPassword')}
      passwordError={formState.errors.currentPassword?.message}
    >
      <p>The new role counts immediately, also where {name} is logged in. We email the other administrators.</p>
      <RoleChoice error={formState.errors.role?.message} {...register('role')} />
    </PasswordDialog>
  );
};
