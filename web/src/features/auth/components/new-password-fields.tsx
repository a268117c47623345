import { PASSWORD_HINT } from '@lectern/contracts/fields';
import type { ComponentProps } from 'react';
import { PasswordField } from '../../../components/ui/password-field.tsx';

type Field = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

/** A new password, typed twice. */
export const NewPasswordFields = ({ label, password, confirm }: { label: string; password: Field; confirm: Field }) => (
  <>
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint={password.error === undefined ? PASSWORD_HINT : undefined}
      {...password}
    />
    <PasswordField label="Confirm password" autoComplete="new-password" {...confirm} />
  </>
);
