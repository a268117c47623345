import { useId, type ComponentProps } from 'react';
import { FieldError } from '../ui/field-frame.tsx';
import styles from './described-choice.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'value'> {
  legend: string;
  /** `text` is a sentence below the name. */
  choices: readonly { value: string; name: string; text?: string }[];
  error?: string | undefined;
  /** Checkboxes choose several. */
  type?: 'radio' | 'checkbox';
}

/** A choice among a few that have a line each. */
export const DescribedChoice = ({ legend, choices, error, type = 'radio', ...rest }: Props) => {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{legend}</legend>
      {choices.map(({ value, name, text }) => (
        <div key={value} className={styles['choice']}>
          <label>
            <input
              {...rest}
              type={type}
              value={value}
              aria-describedby={text === undefined ? undefined : `${id}-${value}`}
            />
            {name}
          </label>
          {text !== undefined && <p id={`${id}-${value}`}>{text}</p>}
        </div>
      ))}
      <FieldError controlId={id} message={error} />
    </fieldset>
  );
};
