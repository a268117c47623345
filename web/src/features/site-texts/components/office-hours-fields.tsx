import { SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { isTimeZone } from '@lectern/contracts/time-zone';
import { WEEKDAYS } from '@lectern/contracts/weekday';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { optionalNumber } from '../../../components/console/optional-fields.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { TimeZoneField } from '../../../components/profile-form/time-zone-field.tsx';
import { ListField } from './list-field.tsx';
import { SkippedDayField } from './skipped-day-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

export const OfficeHoursFields = ({ form }: Props) => {
  const number = (name: string) => ({
    type: 'number' as const,
    inputMode: 'numeric' as const,
    error: messageAt(form, name),
    ...form.register(name, { setValueAs: optionalNumber }),
  });
  const typed = useWatch({ control: form.control, name: 'timeZone' }) as string;
  // Days can be chosen while a zone is being typed.
  const timeZone = isTimeZone(typed) ? typed : SHIPPED_OFFICE_HOURS.timeZone;
  return (
    <>
      <p>
        Members request slots in these hours, on the clock of their time zone. A session that a member has stays when
        the hours change.
      </p>
      <Pair close>
        <SelectField
          label="Weekday"
          options={WEEKDAYS.map((day) => ({ value: day, label: day }))}
          error={messageAt(form, 'weekday')}
          {...form.register('weekday')}
        />
        <TextField
          label="Begins"
          type="time"
          hint="The first slot of the day."
          error={messageAt(form, 'begins')}
          {...form.register('begins')}
        />
        <TextField label="Minutes" hint="Of each slot." {...number('minutes')} />
        <TextField
          label="Slots per week"
          hint="One after the other. 0: none are offered."
          {...number('slotsPerWeek')}
        />
        <TextField label="Weeks ahead" hint="How far ahead a slot can be requested." {...number('weeksAhead')} />
        <TextField label="Notice hours" hint="Requests close this long before a slot." {...number('noticeHours')} />
      </Pair>
      <TimeZoneField form={form} follows="The first slot begins on this clock." />
      <p>There are no office hours on these days.</p>
      <ListField
        form={form}
        name="skipped"
        noun="skipped day"
        max={60}
        blank={{ date: '' }}
        error={messageAt(form, 'skipped')}
      >
        {(path) => <SkippedDayField form={form} name={`${path}.date`} timeZone={timeZone} />}
      </ListField>
    </>
  );
};
