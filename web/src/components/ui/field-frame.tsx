import { useId, type ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  /** Help that is there from the start. */
  hint?: ReactNode;
  error?: string | undefined;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Ids and ARIA attributes that tie a control to its label, hint and error. */
export const useFieldWiring = ({
  id,
  hint,
  error,
}: {
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}) => {
  const generated = useId();
  const controlId = id ?? generated;
  const described = [hint != null && `${controlId}-hint`, error !== undefined && `${controlId}-error`]
    .filter(Boolean)
    .join(' ');
  const control: Wiring = {
    id: controlId,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return control;
};

export const FieldHint = ({ controlId, children }: { controlId: string; children?: ReactNode }) =>
  children == null ? null : (
    <p className={styles['hint']} id={`${controlId}-hint`}>
      {children}
    </p>
  );

export const FieldError = ({ controlId, message }: { controlId: string; message: string | undefined }) =>
  message === undefined ? null : (
    <p className={styles['error']} id={`${controlId}-error`}>
      {message}
    </p>
  );

/** Label above, control, then hint and error. */
export const FieldFrame = ({
  label,
  hint,
  error,
  controlId,
  children,
}: FieldProps & { controlId: string; children: ReactNode }) => (
  <div className={styles['field']}>
    <label className={styles['label']} htmlFor={controlId}>
      {label}
    </label>
    {children}
    <FieldError controlId={controlId} message={error} />
    <FieldHint controlId={controlId}>{hint}</FieldHint>
  </div>
);
