import * as z from 'zod/mini';
import { WEEKDAYS } from '../office-hours.ts';
import { nextWeekday } from '../zoned-time.ts';
import { isDay } from './public-site-text.ts';

/* The weekly office hours as staff change them; registrations offers their slots. */

const DAY_MINUTES = 24 * 60;
const WEEK_HOURS = 7 * 24;

const whole = (error: string, [from, to]: readonly [number, number]) =>
  z.number({ error }).check(z.int({ error }), z.gte(from, { error }), z.lte(to, { error }));
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** See {@link import('../office-hours.ts').OfficeHoursSchedule}. */
export const officeHoursSchedule = z
  .strictObject({
    weekday: z.enum(WEEKDAYS, { error: 'Choose a weekday' }),
    begins: z
      .string({ error: 'Enter the time at which the first slot begins' })
      .check(
        z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Enter the time at which the first slot begins', abort: true }),
      ),
    minutes: whole('Minutes must be a whole number from 10 to 180', [10, 180]),
    slotsPerWeek: whole('Slots per week must be a whole number from 1 to 12', [1, 12]),
    weeksAhead: whole('Weeks ahead must be a whole number from 1 to 26', [1, 26]),
    noticeHours: whole('Notice hours must be a whole number from 0 to 336', [0, 336]),
    skipped: z
      .array(z.strictObject({ date: z.string({ error: 'Choose a day' }).check(z.refine(isDay, 'Choose a day')) }))
      .check(z.maxLength(60, 'There can be at most 60 skipped days')),
  })
  .check(
    z.refine(({ begins, minutes, slotsPerWeek }) => minutesOf(begins) + minutes * slotsPerWeek <= DAY_MINUTES, {
      error: 'The last slot must end by midnight',
      path: ['slotsPerWeek'],
    }),
    z.refine(({ weeksAhead, noticeHours }) => noticeHours < weeksAhead * WEEK_HOURS, {
      error: 'Notice hours must be less than the weeks ahead',
      path: ['noticeHours'],
    }),
    ({ value: { weekday, skipped }, issues }) => {
      for (const [index, { date }] of skipped.entries()) {
        // Said at the field.
        if (!isDay(date)) continue;
        const message =
          nextWeekday(date, WEEKDAYS.indexOf(weekday)) !== date
            ? `Choose a ${weekday}`
            : skipped.findIndex((day) => day.date === date) !== index
              ? 'This day is in the list twice'
              : undefined;
        if (message !== undefined)
          issues.push({ code: 'custom', message, path: ['skipped', index, 'date'], input: date });
      }
    },
  );
