import * as z from 'zod/mini';
import { acknowledgement, fileAnswer, instant, requiredLine } from '../fields.ts';
import { route } from '../route.ts';
import { officeHoursRequest, officeHoursSlot } from './model.ts';

/* Member routes beside the pages of the public site, in their own file so that those pages do not load them. */

/**
 * The slots that can be requested now, soonest first, and the signed-in member's own until it is over. Only active
 * members may request one; every member may read the list.
 */
export const listOfficeHours = route({
  method: 'GET',
  path: '/api/office-hours',
  audience: 'member',
  rateLimit: 'none',
  response: z.object({ slots: z.array(officeHoursSlot), mine: z.nullable(officeHoursRequest) }),
});

export const TOPIC_MAX = 1_000;

export const officeHoursForm = z.strictObject({
  startsAt: z.iso.datetime({ error: 'Please choose a time' }),
  topic: requiredLine('Please say what you want to work on', TOPIC_MAX),
});

/**
 * Requests a slot, which an email confirms immediately. Idempotent. `membership_required`, `slot_unknown` for a time
 * that is not offered, `slot_taken`, and `office_hours_held` while the member has another one.
 */
export const requestOfficeHours = route({
  method: 'POST',
  path: '/api/office-hours',
  audience: 'member',
  rateLimit: 'write',
  body: officeHoursForm,
  response: z.object({ message: z.string(), request: officeHoursRequest }),
  status: 201,
});

/** Gives up the member's own slot. Idempotent; `slot_begun` once it began, `not_found` for another member's. */
export const cancelOfficeHours = route({
  method: 'DELETE',
  path: '/api/office-hours/:id',
  audience: 'member',
  rateLimit: 'write',
  params: z.strictObject({ id: z.uuid() }),
  response: acknowledgement,
});

/** The URL at which calendar programs read the signed-in member's calendar; null while there is none. */
const calendarFeed = z.object({ url: z.nullable(z.string()), createdAt: z.nullable(instant()) });

export const getCalendarFeed = route({
  method: 'GET',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** Creates the URL, or replaces it: the former one stops working immediately. */
export const makeCalendarFeed = route({
  method: 'POST',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** Removes the URL. Idempotent. */
export const endCalendarFeed = route({
  method: 'DELETE',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** A value without the form of a key is unknown, not malformed. */
const calendarKey = z.pipe(
  z.string(),
  z.transform((typed: string): string => /^([\w-]+\.[\w-]+?)(?:\.ics)?$/.exec(typed)?.[1] ?? ''),
);

/**
 * A member's own calendar, with or without `.ics` at the end of its key. Calendar programs send no token: the key alone
 * opens it. `calendar_unknown` for every other key.
 */
export const readCalendar = route({
  method: 'GET',
  path: '/api/calendar/:key',
  audience: 'public',
  rateLimit: 'none',
  params: z.strictObject({ key: calendarKey }),
  response: fileAnswer,
});
