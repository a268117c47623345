import { confirmResetForm } from '@lectern/contracts/identity/http';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { chooseNewPassword } from '../api/reset-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Reset error', description: 'Unable to change password. Please try again.' }
    : { title: 'Reset failed', description: messageOr(error, 'Failed to change password') };

/** Sets the new password with the link of the email, then goes to the login page. */
export const NewPasswordForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(confirmResetForm),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: chooseNewPassword,
    onSuccess: ({ message }) => {
      // A reset ends every earlier token, also the one in this browser.
      memberSession.end('logged-out');
      toast({ title: 'Password changed', description: message });
      void navigate(pathTo('login'), { replace: true });
    },
    onError: (failure) => {
      showFieldErrors(failure, ['password', 'confirmPassword'], setError);
      toast({ ...explain(failure), variant: 'destructive' });
    },
  });
  const { errors } = formState;
  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Choose a new password"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <NewPasswordFields
        label="New password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirm={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {error instanceof ApiError && error.code === 'link_invalid' && (
        <Notice tone="wait" role="status">
          <p>
            {error.message} <Link to={pathTo('resetPassword')}>Ask for a new link</Link>.
          </p>
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Changing...">
        Change Password
      </Button>
      <p>
        <Link to={pathTo('login')}>Back to Login</Link>
      </p>
    </Stack>
  );
};
