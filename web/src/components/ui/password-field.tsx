import { useState, type ComponentProps } from 'react';
import { FieldFrame, useFieldWiring, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

/** A password with a button that shows what was typed. */
export const PasswordField = ({
  label,
  hint,
  error,
  id,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'type'>) => {
  const wiring = useFieldWiring({ id, hint, error });
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={wiring.id}>
      <div className={styles['affixed']}>
        <input
          {...rest}
          {...wiring}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={styles['control']}
        />
        <button
          type="button"
          className={styles['affix']}
          aria-controls={wiring.id}
          aria-label={shown ? 'Hide characters' : 'Show characters'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  );
};
