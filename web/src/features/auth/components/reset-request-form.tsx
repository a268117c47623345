import { resetPasswordBody } from '@lectern/contracts/identity/http';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ContactSupport } from '../../../components/contact-support.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { askForReset } from '../api/reset-password.ts';

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Reset error', description: 'Unable to send reset email. Please try again.' }
    : { title: 'Reset failed', description: messageOr(error, 'Unable to send reset email') };

/** Requests the email with the link to a new password. Calls `onSent` with its address. */
export const ResetRequestForm = ({ onSent }: { onSent: (email: string, message: string) => void }) => {
  const { register, handleSubmit, formState } = useForm({
    resolver: contractResolver(resetPasswordBody),
    defaultValues: { email: '' },
  });
  const { mutate, isPending } = useMutation({
    mutationFn: askForReset,
    onSuccess: ({ message }, { email }) => {
      toast({ title: 'Reset email sent', description: 'Check your email for the link.' });
      onSent(email, message);
    },
    onError: (error) => toast({ ...explain(error), variant: 'destructive' }),
  });
  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Password reset"
      onSubmit={(event) => void handleSubmit((form) => mutate(form))(event)}
    >
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Sending...">
        Send Reset Instructions
      </Button>
      <Stack gap={1}>
        <p>
          Remembered it? <Link to={pathTo('login')}>Back to Login</Link>
        </p>
        <p>
          No access to that mailbox any more? <ContactSupport variant="quiet" size="small" />
        </p>
      </Stack>
    </Stack>
  );
};
