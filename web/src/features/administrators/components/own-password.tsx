import { ADMIN_PASSWORD_HINT, passwordForm } from '@lectern/contracts/identity/password-form';
import { changeAdminPasswordForm } from '@lectern/contracts/identity/session-http';
import { useForm } from 'react-hook-form';
import { LeaveGuard } from '../../../components/console/leave-guard.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { choosePassword } from '../api/change-password.ts';

const FORM = passwordForm(changeAdminPasswordForm);

/** Changes the administrator's own password. This ends every other session; this session continues with the token in the response. */
export const OwnPassword = () => {
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: contractResolver(FORM),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { start, isPending } = useAdminWrite({
    run: choosePassword,
    onSuccess: ({ token, message }) => {
      adminSession.renew(token);
      toast({ title: 'Password changed', description: message });
      reset();
    },
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword', 'newPassword'], setError)) return;
      toast({
        title: 'Password not changed',
        description: messageOr(error, 'Nothing was changed. Please try again.'),
        variant: 'destructive',
      });
    },
  });
  const { errors, isDirty } = formState;
  return (
    <Card title="Password">
      <Stack
        as={Form}
        gap={5}
        aria-label="Password"
        onSubmit={(event) => void handleSubmit((form) => start(form))(event)}
      >
        <LeaveGuard isActive={isDirty} lost="Your password is not changed, and what you typed is not kept." />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={errors.newPassword === undefined ? ADMIN_PASSWORD_HINT : undefined}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <div>
          <Button type="submit" variant="primary" busy={isPending} busyLabel="Changing...">
            Change password
          </Button>
        </div>
      </Stack>
    </Card>
  );
};
