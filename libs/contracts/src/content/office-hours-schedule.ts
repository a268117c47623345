import * as z from 'zod/mini';
import { SHIPPED_OFFICE_HOURS } from '../office-hours.ts';
import { associationProfile } from './association-profile.ts';
import { DAY_MINUTES, minutesOf, skippedDay, skipsItsOwnDays, timeOfDay, weekday, whole } from './schedule-fields.ts';

/* The weekly office hours as staff change them; registrations offers their slots. */

const WEEK_HOURS = 7 * 24;

/** See {@link import('../office-hours.ts').OfficeHoursSchedule}. */
export const officeHoursSchedule = z
  .strictObject({
    weekday,
    begins: timeOfDay('Enter the time at which the first slot begins'),
    /** Earlier versions have none: they are on New York's clock. */
    timeZone: z._default(associationProfile.shape.timeZone, SHIPPED_OFFICE_HOURS.timeZone),
    minutes: whole('Minutes must be a whole number from 10 to 180', [10, 180]),
    slotsPerWeek: whole('Slots per week must be a whole number from 0 to 12', [0, 12]),
    weeksAhead: whole('Weeks ahead must be a whole number from 1 to 26', [1, 26]),
    noticeHours: whole('Notice hours must be a whole number from 0 to 336', [0, 336]),
    skipped: z
      .array(z.strictObject({ date: skippedDay }))
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
    skipsItsOwnDays,
  );
