import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { FieldFrame, useFieldWiring, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type'> & {
    type?: 'text' | 'email' | 'tel' | 'search' | 'number' | 'date' | 'datetime-local' | 'time';
  };

/** A one-line input with its label, hint and error. Takes the result of react-hook-form's `register`. */
export const TextField = ({ label, hint, error, id, className, type = 'text', ...rest }: Props) => {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <input {...rest} {...wiring} type={type} className={cx(styles['control'], className)} />
    </FieldFrame>
  );
};
