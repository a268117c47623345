import type { ComponentProps } from 'react';
import { FieldFrame, useFieldWiring, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export const TextareaField = ({ label, hint, error, id, ...rest }: FieldProps & ComponentProps<'textarea'>) => {
  const wiring = useFieldWiring({ id, hint, error });
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <textarea {...rest} {...wiring} className={styles['control']} />
    </FieldFrame>
  );
};
