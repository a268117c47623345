import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { toast } from '../../../lib/toast-store.ts';
import { logIn } from '../api/log-in.ts';
import { loginForm } from '../login-form-schema.ts';

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Login error', description: 'Unable to log in. Please try again.' }
    : { title: 'Login failed', description: messageOr(error, 'Invalid email or password') };

/** Signs a member in. The page watches the session and redirects. */
export const LoginForm = () => {
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(loginForm),
    defaultValues: { email: '', password: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: logIn,
    onSuccess: ({ token }) => memberSession.start(token),
    onError: (error) => toast({ ...explain(error), variant: 'destructive' }),
  });
  const { errors } = formState;

  return (
    <Stack as={Form} gap={5} aria-label="Login" onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Logging in...">
        Log in
      </Button>
      <Stack gap={1}>
        <Link to={pathTo('resetPassword')}>Forgot your password?</Link>
        <p>
          Paid already, but no password yet? <Link to={pathTo('setupAccount')}>Set up your account</Link>
        </p>
        <p>
          Not a member yet? <Link to={pathTo('register')}>Register</Link>
        </p>
      </Stack>
    </Stack>
  );
};
