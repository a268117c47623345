import { setupAccountForm } from '@lectern/contracts/identity/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { DIVISIONS } from '../../../components/profile/division-segments.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Pair, Stack } from '../../../components/ui/layout.tsx';
import { SegmentedField } from '../../../components/ui/segmented-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { memberSession } from '../../../lib/member-session.ts';
import { paidCheckout } from '../../../lib/paid-checkout.ts';
import { toast } from '../../../lib/toast-store.ts';
import { setUpAccount } from '../api/set-up-account.ts';
import { credentialFor } from '../setup-credential.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

const FIELDS = ['email', 'firstName', 'lastName', 'division', 'password', 'confirmPassword'] as const;
const FALLBACK = 'Unable to create account. Please try again.';

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/**
 * Creates the account of a person who paid or asks for one. With a credential the account exists immediately, and the form opens the
 * dashboard; without one it calls `onMailed` with the address of the email that has the next step. After a failure the input stays.
 */
export const SetupAccountForm = ({ onMailed }: { onMailed: (email: string, message: string) => void }) => {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const given = params.get('email')?.trim() ?? '';
  const [paid] = useState(paidCheckout);
  // A credential that the server refused is not sent again: the next try requests a new email.
  const [isRefused, setRefused] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(setupAccountForm),
    defaultValues: {
      email: given === '' ? (paid?.email ?? '') : given,
      firstName: '',
      lastName: '',
      password: '',
      confirmPassword: '',
    },
  });
  const { mutate, error, isPending } = useMutation({
    mutationFn: (form: Parameters<typeof setUpAccount>[0]) =>
      setUpAccount({ ...form, ...(isRefused ? {} : credentialFor(form.email, params, paid)) }),
    onSuccess: ({ token, message }, { email }) => {
      if (token === undefined) return onMailed(email, message);
      memberSession.start(token);
      toast({ title: 'Account ready', description: message });
      void navigate(pathTo('dashboard'), { replace: true });
    },
    onError: (failure) => {
      showFieldErrors(failure, FIELDS, setError);
      if (codeOf(failure) === 'link_invalid') setRefused(true);
      toast(
        failure instanceof NetworkError
          ? { title: 'Setup error', description: FALLBACK, variant: 'destructive' }
          : { title: 'Setup failed', description: messageOr(failure, FALLBACK), variant: 'destructive' },
      );
    },
  });
  const { errors } = formState;

  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Account setup"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        readOnly={given !== ''}
        hint={given === '' ? undefined : 'Your account belongs to this email.'}
        error={errors.email?.message}
        {...register('email')}
      />
      <Pair>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </Pair>
      <SegmentedField
        label="Division"
        segments={DIVISIONS}
        error={errors.division?.message}
        {...register('division')}
      />
      <NewPasswordFields
        label="Password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirm={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      {isRefused && (
        <Notice tone="wait" role="status">
          <p>The link that brought you here no longer works. Press Create account again, and we mail you a new one.</p>
        </Notice>
      )}
      {codeOf(error) === 'email_taken' && (
        <Notice tone="wait" role="status">
          <p>
            {error?.message} <Link to={pathTo('login')}>Go to the login page</Link>.
          </p>
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Creating account...">
        Create account
      </Button>
      <Stack gap={1}>
        <p>
          Already set up? <Link to={pathTo('login')}>Log in</Link>
        </p>
        <p>
          Not a member yet? <Link to={pathTo('register')}>Register</Link>
        </p>
      </Stack>
    </Stack>
  );
};
