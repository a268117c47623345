import { zoneOffset } from './zone-offset.ts';

/**
 * The instant at which the clocks of an IANA zone show this date and time ('2025-11-22', '12:00'). A time that the change to
 * summer time leaves out counts as if the clocks had not changed yet.
 */
export const instantIn = (timeZone: string, date: string, time: string): Date => {
  const wallClock = new Date(`${date}T${time}Z`).getTime();
  // The offset at the instant itself may differ from that at the first guess, near a change of the clocks.
  const guess = wallClock - zoneOffset(wallClock, timeZone);
  return new Date(wallClock - zoneOffset(guess, timeZone));
};

/** The calendar date so many days later or, when negative, earlier. */
export const addDays = (date: string, days: number): string => {
  const later = new Date(`${date}T00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
};

/** The calendar date that the clocks of an IANA zone show at an instant: '2025-11-22'. */
export const dateIn = (timeZone: string, instant: Date): string =>
  new Date(instant.getTime() + zoneOffset(instant.getTime(), timeZone)).toISOString().slice(0, 10);

/** The first date with this day of the week (Sunday is 0), from a date on. */
export const nextWeekday = (date: string, weekday: number): string =>
  addDays(date, (weekday - new Date(`${date}T00:00Z`).getUTCDay() + 7) % 7);

/**
 * The date and time on the clocks of an IANA zone at an instant, as {@link instantIn} takes them: '2025-11-22' and
 * '12:00:00.000'.
 */
export const wallClockIn = (timeZone: string, instant: Date): { date: string; time: string } => {
  const shown = new Date(instant.getTime() + zoneOffset(instant.getTime(), timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, -1) };
};

/** The instant so many days later at which the clocks of a zone show the same time, also when they are changed in between. */
export const daysLaterIn = (timeZone: string, instant: Date, days: number): Date => {
  const { date, time } = wallClockIn(timeZone, instant);
  return instantIn(timeZone, addDays(date, days), time);
};
