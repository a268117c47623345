import type { Weekday } from '@lectern/contracts/weekday';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { formatDate } from '../../../lib/format.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { daysToSkip } from '../days-to-skip.ts';

interface Props {
  form: UseFormReturn<FieldValues>;
  name: string;
  timeZone: string;
}

/** A day of the form's schedule within a year to choose, or the one that is chosen already. */
export const SkippedDayField = ({ form, name, timeZone }: Props) => {
  const now = useProductMinute();
  const [chosen, weekday, begins, minutes, slots] = useWatch({
    control: form.control,
    // Only office hours have slots.
    name: [name, 'weekday', 'begins', 'minutes', 'slotsPerWeek'],
  }) as [string | undefined, Weekday, string, number | undefined, number | undefined];
  const ahead = daysToSkip(new Date(now), timeZone, { weekday, begins, minutes: (minutes ?? 0) * (slots ?? 1) });
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
