import { useId, type FormEvent, type ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ActionFailure } from '../../../components/console/action-failure.tsx';
import { FormDialog } from '../../../components/console/form-dialog.tsx';
import type { ButtonLook } from '../../../components/ui/button-class.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Form } from '../../../components/ui/form.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';

interface Props {
  title: string;
  submit: string;
  busyLabel: string;
  variant?: ButtonLook['variant'];
  isPending: boolean;
  error: Error | null;
  onSubmit: (event: FormEvent) => Promise<void>;
  onClose: () => void;
  /** The field of the password. */
  password: UseFormRegisterReturn;
  passwordError: string | undefined;
  /** Whether the dialog opens with the focus in the password. */
  beginsWithPassword?: boolean;
  children: ReactNode;
}

/** A dialog that changes something about the staff, with the signed-in administrator's password. */
export const PasswordDialog = ({
  title,
  submit,
  busyLabel,
  variant = 'primary',
  isPending,
  error,
  onSubmit,
  onClose,
  password,
  passwordError,
  beginsWithPassword = false,
  children,
}: Props) => {
  const formId = useId();
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <FormDialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button onClick={close} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={variant} busy={isPending} busyLabel={busyLabel}>
            {submit}
          </Button>
        </>
      }
    >
      <Stack as={Form} gap={5} id={formId} aria-label={title} onSubmit={(event) => void onSubmit(event)}>
        {children}
        <PasswordField
          label="Current password"
          hint="To confirm that it is you."
          autoComplete="current-password"
          data-begins={beginsWithPassword ? '' : undefined}
          error={passwordError}
          {...password}
        />
        <ActionFailure error={error} fallback="Please try again." />
      </Stack>
    </FormDialog>
  );
};
