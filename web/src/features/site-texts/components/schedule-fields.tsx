import { WEEKDAYS } from '@lectern/contracts/weekday';
import type { ComponentProps } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { optionalNumber } from '../../../components/console/optional-fields.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

/** The weekday and the time of day at which a weekly session begins. */
export const BeginFields = ({ form, hint }: Props & { hint?: string }) => (
  <>
    <SelectField
      label="Weekday"
      options={WEEKDAYS.map((day) => ({ value: day, label: day }))}
      error={messageAt(form, 'weekday')}
      {...form.register('weekday')}
    />
    <TextField label="Begins" type="time" hint={hint} error={messageAt(form, 'begins')} {...form.register('begins')} />
  </>
);

interface NumberProps extends Omit<ComponentProps<typeof TextField>, keyof Props>, Props {
  name: string;
}

/** A number; undefined while the field is blank. */
export const NumberField = ({ form, name, ...rest }: NumberProps) => (
  <TextField
    type="number"
    inputMode="numeric"
    error={messageAt(form, name)}
    {...rest}
    {...form.register(name, { setValueAs: optionalNumber })}
  />
);
