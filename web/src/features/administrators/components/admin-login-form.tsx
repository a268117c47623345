import { adminLoginForm } from '@lectern/contracts/identity/http';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { toast } from '../../../lib/toast-store.ts';
import { logInAdmin, logInByPasskey } from '../api/log-in.ts';
import styles from './admin-login-form.module.css';

const explain = (error: unknown) => {
  // The administrator closed the browser's passkey window, or it found no passkey.
  if (error instanceof DOMException) return 'No passkey was chosen. Try again, or log in with your password.';
  return error instanceof NetworkError ? error.message : messageOr(error, 'Login failed');
};

const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

/** Signs in with a passkey, or with the password and, if the second factor is on, a code in a second step. */
export const AdminLoginForm = () => {
  const [step, setStep] = useState<'password' | 'app' | 'recovery'>('password');
  const { register, handleSubmit, setValue, setFocus, setError, formState } = useForm({
    resolver: contractResolver(adminLoginForm),
    defaultValues: { email: '', password: '', code: '' },
  });
  const go = (next: typeof step) => {
    setValue('code', '');
    setStep(next);
  };
  const onSuccess = ({ token, admin }: Awaited<ReturnType<typeof logInAdmin>>) => {
    adminSession.start(token, admin);
    toast({ title: 'Login Successful', description: `Welcome back, ${admin.name}` });
  };
  const byPasskey = useMutation({ mutationFn: logInByPasskey, onSuccess });
  const byPassword = useMutation({
    mutationFn: logInAdmin,
    onSuccess,
    onError: (refusal) => {
      if (hasCode(refusal, 'second_factor_required')) setStep('app');
      if (hasCode(refusal, 'second_factor_wrong')) setFocus('code', { shouldSelect: true });
      // The password has changed since the first step.
      if (hasCode(refusal, 'credentials_wrong')) go('password');
    },
  });
  const { errors } = formState;
  const error = byPassword.error ?? byPasskey.error;
  const isPending = byPassword.isPending || byPasskey.isPending;

  // The second step moves the focus to the code field.
  useEffect(() => {
    if (step !== 'password') setFocus('code');
  }, [step, setFocus]);

  const submit = handleSubmit(({ code = '', ...form }) => {
    byPasskey.reset();
    if (step === 'password') return byPassword.mutate(form);
    if (code.trim() === '')
      return setError('code', { type: 'missing', message: 'A code is required' }, { shouldFocus: true });
    return byPassword.mutate({ ...form, code });
  });
  const askForPasskey = () => {
    byPassword.reset();
    byPasskey.mutate();
  };
  const isAsked = hasCode(error, 'second_factor_required');

  return (
    <Stack as="form" gap={5} noValidate aria-label="Admin login" onSubmit={(event) => void submit(event)}>
      {error !== null && !isAsked && (
        <Notice tone="stop" role="alert">
          <p>{explain(error)}</p>
        </Notice>
      )}
      {step === 'password' && (
        <>
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
        </>
      )}
      {step !== 'password' && (
        <TextField
          key={step}
          label={step === 'app' ? 'Code' : 'Recovery code'}
          hint={
            step === 'app'
              ? 'The six digits that your authenticator app shows now.'
              : 'One of the codes that you saved when you turned on the second factor. Each works once.'
          }
          inputMode={step === 'app' ? 'numeric' : 'text'}
          autoComplete={step === 'app' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={errors.code?.message}
          {...register('code')}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        disabled={byPasskey.isPending}
        busy={byPassword.isPending}
        busyLabel="Signing in..."
      >
        Sign In
      </Button>
      {step === 'password' && hasPasskeys() && (
        <Button
          size="large"
          wide
          disabled={byPassword.isPending}
          busy={byPasskey.isPending}
          busyLabel="Waiting for your passkey..."
          onClick={askForPasskey}
        >
          Use a passkey
        </Button>
      )}
      {step !== 'password' && (
        <div className={styles['others']}>
          <Button
            variant="quiet"
            size="small"
            disabled={isPending}
            onClick={() => go(step === 'app' ? 'recovery' : 'app')}
          >
            {step === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Button>
          <Button
            variant="quiet"
            size="small"
            disabled={isPending}
            onClick={() => {
              byPassword.reset();
              go('password');
            }}
          >
            Back
          </Button>
        </div>
      )}
    </Stack>
  );
};
