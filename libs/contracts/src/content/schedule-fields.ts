import * as z from 'zod/mini';
import { isOn, type Weekday, WEEKDAYS } from '../weekday.ts';

/* Fields of the weekly schedules that staff change. */

/** Whether a text is a day of the calendar: '2026-12-27'. */
export const isDay = (date: string): boolean => {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === date;
};

export const weekday = z.enum(WEEKDAYS, { error: 'Choose a weekday' });

/** A time of a day: '15:00'. */
export const timeOfDay = (error: string) =>
  z.string({ error }).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error, abort: true }));

export const whole = (error: string, [from, to]: readonly [number, number]) =>
  z.number({ error }).check(z.int({ error }), z.gte(from, { error }), z.lte(to, { error }));

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const DAY_MINUTES = 24 * 60;

/** The day of an item of {@link skipsItsOwnDays}. */
export const skippedDay = z.string({ error: 'Choose a day' }).check(z.refine(isDay, 'Choose a day'));

interface Schedule {
  readonly weekday: Weekday;
  readonly skipped: readonly { readonly date: string }[];
}

/** Every skipped day of a schedule has its weekday, and is there once. */
export const skipsItsOwnDays = ({ value, issues }: z.core.ParsePayload<Schedule>): void => {
  for (const [index, { date }] of value.skipped.entries()) {
    // Said at the field.
    if (!isDay(date)) continue;
    const message = !isOn(date, value.weekday)
      ? `Choose a ${value.weekday}`
      : value.skipped.findIndex((day) => day.date === date) !== index
        ? 'This day is in the list twice'
        : undefined;
    if (message !== undefined) issues.push({ code: 'custom', message, path: ['skipped', index, 'date'], input: date });
  }
};
