import { OFFICE_HOURS_ZONE, WEEKDAYS } from '@lectern/contracts/office-hours';
import { addDays, dateIn, nextWeekday } from '@lectern/contracts/zoned-time';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { optionalNumber } from '../../../components/console/optional-fields.ts';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { formatDate } from '../../../lib/format.ts';
import { messageAt } from '../message-at.ts';
import { ListField } from './list-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

const WEEKS_AHEAD = 52;

/** A day of the office hours within a year to choose, or the one that is chosen already. */
const SkippedDayField = ({ form, name }: Props & { name: string }) => {
  const now = useProductMinute();
  const [chosen, weekday] = useWatch({ control: form.control, name: [name, 'weekday'] }) as [
    string | undefined,
    (typeof WEEKDAYS)[number],
  ];
  const first = nextWeekday(dateIn(OFFICE_HOURS_ZONE, new Date(now)), WEEKDAYS.indexOf(weekday));
  const ahead = Array.from({ length: WEEKS_AHEAD }, (_week, week) => addDays(first, 7 * week));
  const dates = chosen === undefined || chosen === '' || ahead.includes(chosen) ? ahead : [chosen, ...ahead];
  return (
    <SelectField
      label="Day"
      options={[
        { value: '', label: `Choose a ${weekday}` },
        ...dates.map((date) => ({ value: date, label: formatDate(`${date}T12:00:00Z`, 'UTC') })),
      ]}
      error={messageAt(form, name)}
      {...form.register(name)}
    />
  );
};

export const OfficeHoursFields = ({ form }: Props) => {
  const number = (name: string) => ({
    type: 'number' as const,
    inputMode: 'numeric' as const,
    error: messageAt(form, name),
    ...form.register(name, { setValueAs: optionalNumber }),
  });
  return (
    <>
      <p>
        Members request slots in these hours, on New York’s clock. A session that a member has stays when the hours
        change.
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
        <TextField label="Slots per week" hint="One after the other." {...number('slotsPerWeek')} />
        <TextField label="Weeks ahead" hint="How far ahead a slot can be requested." {...number('weeksAhead')} />
        <TextField label="Notice hours" hint="Requests close this long before a slot." {...number('noticeHours')} />
      </Pair>
      <p>There are no office hours on these days.</p>
      <ListField
        form={form}
        name="skipped"
        noun="skipped day"
        max={60}
        blank={{ date: '' }}
        error={messageAt(form, 'skipped')}
      >
        {(path) => <SkippedDayField form={form} name={`${path}.date`} />}
      </ListField>
    </>
  );
};
