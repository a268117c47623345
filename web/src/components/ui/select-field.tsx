import type { ComponentProps } from 'react';
import { FieldFrame, useFieldWiring, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

interface Props extends FieldProps, ComponentProps<'select'> {
  options: readonly { value: string; label: string }[];
}

/** The platform's own select: it works by keyboard, with every screen reader and on every phone. */
export const SelectField = ({ label, hint, error, id, options, ...rest }: Props) => {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <select {...rest} {...wiring} className={styles['control']}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};
