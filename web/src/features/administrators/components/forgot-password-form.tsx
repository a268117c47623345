import { forgotAdminPasswordForm } from '@lectern/contracts/identity/administrator-http';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { askForPassword } from '../api/administrators.ts';

/** Requests a link to choose a new password. The response is the same for every address. */
export const ForgotPasswordForm = () => {
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(forgotAdminPasswordForm),
    defaultValues: { email: '' },
  });
  const { mutate, data, error, isPending } = useMutation({ mutationFn: askForPassword });
  if (data !== undefined)
    return (
      <Notice tone="info" role="status">
        <p>{data.message} The link works for an hour.</p>
      </Notice>
    );
  return (
    <Stack
      as="form"
      gap={5}
      noValidate
      aria-label="Forgotten password"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      {error !== null && (
        <Notice tone="stop" role="alert">
          <p>{messageOr(error, 'Please try again.')}</p>
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Sending...">
        Email me a link
      </Button>
      <Link to={pathTo('adminLogin')}>Back to the login page</Link>
    </Stack>
  );
};
