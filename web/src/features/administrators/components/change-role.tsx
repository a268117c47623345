import type { Administrator } from '@lectern/contracts/identity/administrator';
import { setAdministratorRoleForm } from '@lectern/contracts/identity/administrator-http';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
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
import { setRole } from '../api/administrators.ts';
import { RoleChoice } from './role-choice.tsx';

/** Gives an administrator another role, with the signed-in owner's password. */
export const ChangeRole = ({ admin: { id, name, role }, onClose }: { admin: Administrator; onClose: () => void }) => {
  const formId = useId();
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
  const close = () => {
    if (!isPending) onClose();
  };
  const title = `Change the role of ${name}`;
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
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyLabel="Changing...">
            Change the role
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
        <p>The new role counts immediately, also where {name} is logged in. We email the other administrators.</p>
        <RoleChoice error={formState.errors.role?.message} {...register('role')} />
        <PasswordField
          label="Current password"
          hint="To confirm that it is you."
          autoComplete="current-password"
          error={formState.errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <ActionFailure error={error} fallback="Please try again." />
      </Stack>
    </Dialog>
  );
};
