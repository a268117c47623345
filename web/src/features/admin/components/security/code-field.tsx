import type { ComponentProps } from 'react';
import { TextField } from '../../../../components/ui/text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type'>;

/** A code of the app or a recovery code, which has letters. Password managers and telephones may fill it in. */
export const CodeField = (props: Props) => (
  <TextField autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} {...props} />
);
