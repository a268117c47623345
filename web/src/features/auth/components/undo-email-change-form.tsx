import { confirmResetForm } from '@lectern/contracts/identity/http';
import type { UseMutationResult } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { messageOr, NetworkError } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import type { takeAccountBack } from '../api/undo-email-change.ts';
import { isFinalRefusal } from '../final-refusal.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

type Undo = UseMutationResult<
  Awaited<ReturnType<typeof takeAccountBack>>,
  Error,
  Parameters<typeof takeAccountBack>[0]
>;

const explain = (error: unknown) =>
  error instanceof NetworkError
    ? { title: 'Connection error', description: 'Nothing was changed. Please try again.' }
    : { title: 'The change was not undone', description: messageOr(error, 'Please try again.') };

/** Sets the new password and restores the old email of the account. */
export const UndoEmailChangeForm = ({ token, undo: { mutate, isPending } }: { token: string; undo: Undo }) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: contractResolver(confirmResetForm),
    defaultValues: { token, password: '', confirmPassword: '' },
  });
  const { errors } = formState;
  const onError = (error: unknown) => {
    showFieldErrors(error, ['password', 'confirmPassword'], setError);
    // The page says the rest.
    if (!isFinalRefusal(error)) toast({ ...explain(error), variant: 'destructive' });
  };
  return (
    <Stack
      as={Form}
      gap={5}
      aria-label="Undo the email change"
      onSubmit={(event) => void handleSubmit((form) => mutate(form, { onError }))(event)}
    >
      <NewPasswordFields
        label="New password"
        password={{ error: errors.password?.message, ...register('password') }}
        confirm={{ error: errors.confirmPassword?.message, ...register('confirmPassword') }}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isPending} busyLabel="Undoing...">
        Undo the Change
      </Button>
    </Stack>
  );
};
