import { chooseAdminPasswordForm } from '@lectern/contracts/identity/administrator-http';
import { ADMIN_PASSWORD_HINT } from '@lectern/contracts/identity/password-form';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { ApiError, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { choosePassword } from '../api/administrators.ts';
import { CodeField } from './code-field.tsx';

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ApiError && codes.includes(error.code ?? '');

/** Sets a password through the link of an invitation or a password reset. If the second factor is on, the server also requires a code. */
export const ChoosePasswordForm = ({ token }: { token: string }) => {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: contractResolver(chooseAdminPasswordForm),
    defaultValues: { token, password: '', confirmPassword: '', code: '' },
  });
  const { errors } = formState;
  const { mutate, data, error, failureReason, isPending } = useMutation({
    mutationFn: choosePassword,
    onError: (refusal) => void showFieldErrors(refusal, ['password', 'confirmPassword', 'code'], setError),
  });
  // The code field stays once it is shown, because the next error may be about another field.
  const isCodeAsked = hasCode(failureReason, 'second_factor_required', 'second_factor_wrong', 'too_many_attempts');
  useEffect(() => {
    if (isCodeAsked) setFocus('code');
  }, [isCodeAsked, setFocus]);

  if (data !== undefined)
    return (
      <Stack gap={5} role="status">
        <p>{data.message}</p>
        <LinkButton to={pathTo('adminLogin')} variant="primary" size="large">
          Go to the login page
        </LinkButton>
      </Stack>
    );
  if (token === '' || hasCode(error, 'link_invalid'))
    return (
      <Stack gap={5} role="alert">
        <p>
          This link is no longer valid, or part of it is missing. A link works once: an invitation for three days, a
          password reset for one hour.
        </p>
        <p>
          <Link to={pathTo('adminForgotPassword')}>Ask for a link to reset your password</Link>. If you were invited and
          have no password yet, ask an administrator to invite you again.
        </p>
      </Stack>
    );
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      aria-label="Choose a password"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      {error !== null && Object.keys(errors).length === 0 && (
        <Notice tone={hasCode(error, 'second_factor_required') ? 'wait' : 'stop'} role="alert">
          <p>{messageOr(error, 'The connection failed. Please try again.')}</p>
        </Notice>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={errors.password === undefined ? ADMIN_PASSWORD_HINT : undefined}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      {isCodeAsked && (
        <CodeField
          label="Code"
          hint="The six digits that your authenticator app shows now, or a recovery code."
          error={errors.code?.message}
          {...register('code')}
        />
      )}
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Saving...">
        Set the password
      </Button>
    </Stack>
  );
};
