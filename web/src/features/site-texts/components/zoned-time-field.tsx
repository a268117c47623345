import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { instantOf, wallClock } from '../../../components/console/wall-clock.ts';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';

interface Props {
  form: UseFormReturn<FieldValues>;
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/**
 * A day and time on the association's clock, as an instant in the form; null when it is blank. It is not registered: the form library
 * would read the typed text from the page. Its controller would be loaded on every public page with a form.
 */
export const ZonedTimeField = ({ form, name, label, hint, error }: Props) => {
  const association = useAssociation();
  const value: unknown = useWatch({ control: form.control, name });
  const change = ({ value: typed, validity }: HTMLInputElement): void => {
    // Half a time has no value, and is not a blank one: the schema refuses it.
    const instant = typed !== '' ? instantOf(association.timeZone, typed) : validity.badInput ? '' : null;
    form.setValue(name, instant, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <TextField
      label={label}
      type="datetime-local"
      hint={hint}
      error={error}
      name={name}
      value={isInstant(value) ? wallClock(association.timeZone, value) : ''}
      onChange={({ target }) => change(target)}
    />
  );
};
