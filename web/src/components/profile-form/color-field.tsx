import { COLOR_FORM } from '@lectern/contracts/color';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../ui/text-field.tsx';
import { contrastInWords } from './contrast-in-words.ts';
import { messageAt } from './message-at.ts';
import styles from './profile.module.css';

interface Props {
  form: UseFormReturn<FieldValues>;
  name: string;
  label: string;
  /** The places of the color on the site. */
  use: string;
}

/** A color, typed or chosen from the browser's picker, with its contrast in words. */
export const ColorField = ({ form, name, label, use }: Props) => {
  const typed = (useWatch({ control: form.control, name }) as string | undefined) ?? '';
  return (
    <div className={styles['color']}>
      <input
        type="color"
        className={styles['picker']}
        aria-label={`Pick the ${label.toLowerCase()}`}
        value={COLOR_FORM.test(typed) ? typed.toLowerCase() : '#000000'}
        onChange={({ target }) =>
          form.setValue(name, target.value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      <TextField
        label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        hint={
          <>
            {use} <span role="status">{contrastInWords(typed)}</span>
          </>
        }
        error={messageAt(form, name)}
        {...form.register(name)}
      />
    </div>
  );
};
