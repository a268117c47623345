import { WEEKDAYS } from '@lectern/contracts/weekday';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { optionalNumber } from '../../../components/console/optional-fields.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';

export const BootcampFields = ({ form }: { form: UseFormReturn<FieldValues> }) => {
  const association = useAssociation();
  const number = (name: string) => ({
    type: 'number' as const,
    inputMode: 'numeric' as const,
    error: messageAt(form, name),
    ...form.register(name, { setValueAs: optionalNumber }),
  });
  return (
    <>
      <p>
        The regular times of a run, in the association’s time zone ({association.timeZone}). The dates of a run are
        those of its event.
      </p>
      <Pair close>
        <SelectField
          label="Weekday"
          options={WEEKDAYS.map((day) => ({ value: day, label: day }))}
          error={messageAt(form, 'weekday')}
          {...form.register('weekday')}
        />
        <TextField label="Begins" type="time" error={messageAt(form, 'begins')} {...form.register('begins')} />
        <TextField label="Hours" hint="Of each session." {...number('hours')} />
        <TextField label="Weeks" hint="Of a run." {...number('weeks')} />
        <TextField
          label="Group size"
          autoComplete="off"
          hint="Of people, such as 8-12."
          error={messageAt(form, 'groupSize')}
          {...form.register('groupSize')}
        />
      </Pair>
    </>
  );
};
