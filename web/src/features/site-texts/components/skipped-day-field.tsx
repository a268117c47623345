import { nextOn, type Weekday } from '@lectern/contracts/weekday';
import { addDays, dateIn } from '@lectern/contracts/zoned-time';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useProductMinute } from '../../../components/next-session/use-product-minute.ts';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { formatDate } from '../../../lib/format.ts';
import { messageAt } from '../../../components/profile-form/message-at.ts';

interface Props {
  form: UseFormReturn<FieldValues>;
  name: string;
  timeZone: string;
}

const WEEKS_AHEAD = 52;

/** A day of the form's weekday within a year to choose, or the one that is chosen already. */
export const SkippedDayField = ({ form, name, timeZone }: Props) => {
  const now = useProductMinute();
  const [chosen, weekday] = useWatch({ control: form.control, name: [name, 'weekday'] }) as [
    string | undefined,
    Weekday,
  ];
  const first = nextOn(dateIn(timeZone, new Date(now)), weekday);
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
