import { adminLoginForm } from '@lectern/contracts/identity/http';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { logInAdmin } from '../api/log-in.ts';
import styles from './admin-login-form.module.css';

const explain = (error: unknown) => (error instanceof NetworkError ? error.message : messageOr(error, 'Login failed'));

export const AdminLoginForm = () => {
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(adminLoginForm),
    defaultValues: { email: '', password: '' },
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: logInAdmin,
    onSuccess: ({ token, admin }) => {
      adminSession.start(token, admin);
      toast({ title: 'Login Successful', description: `Welcome back, ${admin.name}` });
    },
  });
  const { errors } = formState;

  return (
    <form className={styles['form']} noValidate aria-label="Admin login" onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}>
      {error !== null && (
        <Notice tone="stop" role="alert">
          <p>{explain(error)}</p>
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder="admin@example.org"
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        placeholder="Enter your password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  );
};
