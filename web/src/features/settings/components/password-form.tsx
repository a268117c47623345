import { PASSWORD_HINT } from '@lectern/contracts/fields';
import { changePasswordForm } from '@lectern/contracts/identity/http';
import { passwordForm } from '@lectern/contracts/identity/password-form';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { choosePassword } from '../api/change-password.ts';

const FORM = passwordForm(changePasswordForm);

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Password change error', description: 'Unable to change password. Please try again.' }
    : { title: 'Password change failed', description: messageOr(error, 'Failed to change password') };

/** A new password. It ends every other session; this one continues with the token of the answer. */
export const PasswordForm = () => {
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: contractResolver(FORM),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: choosePassword,
    onSuccess: ({ token, message }) => {
      toast({ title: 'Password changed', description: message });
      memberSession.start(token);
      reset();
    },
    onError: (error) => {
      showFieldErrors(error, ['currentPassword', 'newPassword'], setError);
      toast({ ...explain(error), variant: 'destructive' });
    },
  });
  const { errors } = formState;
  return (
    <Card title="Password" side="aff">
      <Stack
        as={Form}
        gap={5}
        aria-label="Password"
        onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
      >
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={errors.newPassword === undefined ? PASSWORD_HINT : undefined}
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
            Change Password
          </Button>
        </div>
      </Stack>
    </Card>
  );
};
