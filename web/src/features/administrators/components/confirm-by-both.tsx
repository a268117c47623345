import { confirmedByBothForm, type turnOffSecondFactor } from '@lectern/contracts/identity/second-factor-http';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import type { BodyOf } from '../../../lib/api-client.ts';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { contractResolver, showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { CodeField } from './code-field.tsx';

interface Props<Answer> {
  /** The accessible name of the form. */
  label: string;
  run: (body: BodyOf<typeof turnOffSecondFactor>) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  /** The title of the toast of an error. */
  failed: string;
  /** The text of the toast for an error in the browser; undefined for an error from the server. */
  explain?: (error: unknown) => string | undefined;
  submit: { label: string; busyLabel: string; variant: 'primary' | 'danger' };
  /** The consequences of the change. */
  children: ReactNode;
}

/** A form for a change that requires both the password and a code. */
export const ConfirmByBoth = <Answer,>({
  label,
  run,
  onDone,
  onClose,
  failed,
  explain,
  submit,
  children,
}: Props<Answer>) => {
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    resolver: contractResolver(confirmedByBothForm),
    defaultValues: { currentPassword: '', code: '' },
  });
  const { start, isPending, error } = useAdminWrite({
    run,
    onSuccess: onDone,
    onError: (error) => {
      if (showFieldErrors(error, ['currentPassword', 'code'], setError)) return;
      resetField('code');
      toast({
        title: failed,
        description: explain?.(error) ?? messageOr(error, 'Nothing was changed.'),
        variant: 'destructive',
      });
      if (hasStatus(error, 409)) onClose();
    },
  });
  const { errors } = formState;
  return (
    <Stack as={Form} gap={5} aria-label={label} onSubmit={(event) => void handleSubmit((body) => start(body))(event)}>
      {children}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-begins=""
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <CodeField
        label="Code"
        hint="The six digits that your authenticator app shows now, or a recovery code."
        error={errors.code?.message}
        {...register('code')}
      />
      <ActionFailure error={error} fallback={explain?.(error) ?? 'Nothing was changed.'} />
      <Actions>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant={submit.variant} busy={isPending} busyLabel={submit.busyLabel}>
          {submit.label}
        </Button>
      </Actions>
    </Stack>
  );
};
