import type { ComponentProps } from 'react';
import { TextField } from '../../../components/ui/text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type'>;

/** A field for an authenticator code or an alphanumeric recovery code. Password managers and phones can autofill it. */
export const CodeField = (props: Props) => (
  <TextField autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} {...props} />
);
