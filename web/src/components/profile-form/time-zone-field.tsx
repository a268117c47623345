import { isTimeZone } from '@lectern/contracts/time-zone';
import { useId, useMemo } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useProductMinute } from '../next-session/use-product-minute.ts';
import { TextField } from '../ui/text-field.tsx';
import { messageAt } from './message-at.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

const clockIn = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone }).format(now);

interface Props {
  form: UseFormReturn<FieldValues>;
  /** The sentence after the time there: what follows this clock. */
  follows?: string;
}

/** A time zone, found by typing a part of its name, with the time there now. */
export const TimeZoneField = ({
  form,
  follows = 'Dates on the site, sessions and reports follow this clock.',
}: Props) => {
  const list = useId();
  const now = useProductMinute();
  const typed = (useWatch({ control: form.control, name: 'timeZone' }) as string | undefined) ?? '';
  // Hundreds of clocks: not on every key.
  const options = useMemo(
    () => ZONES.map((zone) => <option key={zone} value={zone} label={clockIn(zone, now)} />),
    [now],
  );
  return (
    <>
      <datalist id={list}>{options}</datalist>
      <TextField
        label="Time zone"
        list={list}
        autoComplete="off"
        spellCheck={false}
        hint={
          isTimeZone(typed)
            ? `There it is ${clockIn(typed, now)} now. ${follows}`
            : 'Type a part of a name, such as a large city in the zone, and choose one.'
        }
        error={messageAt(form, 'timeZone')}
        {...form.register('timeZone')}
      />
    </>
  );
};
