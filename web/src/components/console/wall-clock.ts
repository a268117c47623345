import { isTimeZone } from '@lectern/contracts/time-zone';
import { instantIn, wallClockIn } from '@lectern/contracts/zoned-time';

/** An instant in a time zone: "2026-11-21T12:00", with seconds if they are not zero. */
export const wallClock = (timezone: string, instant: string): string => {
  const { date, time } = wallClockIn(timezone, new Date(instant));
  return `${date}T${time.slice(0, time.slice(6, 8) === '00' ? 5 : 8)}`;
};

/** A typed date and time as an instant; empty if it is not valid, so that the schema refuses it. */
export const instantOf = (timezone: string, typed: string): string => {
  const [date, time] = typed.split('T');
  if (
    !isTimeZone(timezone.trim()) ||
    !/^\d{4}-\d\d-\d\d$/.test(date ?? '') ||
    !/^\d\d:\d\d(?::\d\d)?$/.test(time ?? '')
  )
    return '';
  return instantIn(timezone.trim(), date!, time!).toISOString();
};
