import type { ComponentProps } from 'react';
import { FieldError, FieldHint, useFieldWiring, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export const CheckboxField = ({
  label,
  hint,
  error,
  id,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'type'>) => {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <div className={styles['check']}>
      <input {...rest} {...wiring} type="checkbox" />
      <label htmlFor={wiring.id}>{label}</label>
      <FieldError controlId={wiring.id} message={error} />
      <FieldHint controlId={wiring.id}>{hint}</FieldHint>
    </div>
  );
};
