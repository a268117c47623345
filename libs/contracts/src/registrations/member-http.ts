import * as z from 'zod/mini';
import { acknowledgement, fileAnswer, instant, requiredLine } from '../fields.ts';
import { route } from '../route.ts';
import { officeHoursRequest, officeHoursSlot } from './model.ts';

/*
 * What members use beside the pages that everybody sees, in a file of its own so that those pages do not load it.
 */

/**
 * The slots that can be requested now, soonest first, and the signed-in member's own, until it is over. Requesting one is for
 * active members; the list is for all.
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
 * Requests a slot, which is confirmed by email at once. The same request again answers the same. `membership_required`,
 * `slot_unknown` for a time that is not offered, `slot_taken`, and `office_hours_held` while the member has another one.
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

/** Gives the member's own slot back. Again, it answers the same; `slot_begun` once it began, `not_found` for anybody else's. */
export const cancelOfficeHours = route({
  method: 'DELETE',
  path: '/api/office-hours/:id',
  audience: 'member',
  rateLimit: 'write',
  params: z.strictObject({ id: z.uuid() }),
  response: acknowledgement,
});

/** The address under which calendar programs read the signed-in member's calendar; null while there is none. */
const calendarFeed = z.object({ url: z.nullable(z.string()), createdAt: z.nullable(instant()) });

export const getCalendarFeed = route({
  method: 'GET',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** Makes the address, or another one in its place: the former ends at once. */
export const makeCalendarFeed = route({
  method: 'POST',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** Ends the address. Again, it answers the same. */
export const endCalendarFeed = route({
  method: 'DELETE',
  path: '/api/calendar-feed',
  audience: 'member',
  rateLimit: 'none',
  response: calendarFeed,
});

/** What no key of ours looks like is unknown, not broken. */
const calendarKey = z.pipe(
  z.string(),
  z.transform((typed: string): string => /^([\w-]+\.[\w-]+?)(?:\.ics)?$/.exec(typed)?.[1] ?? ''),
);

/**
 * A member's own calendar, with or without `.ics` at the end of its key. Calendar programs know no token: the key is all that
 * opens it. `calendar_unknown` for every key that does not.
 */
export const readCalendar = route({
  method: 'GET',
  path: '/api/calendar/:key',
  audience: 'public',
  rateLimit: 'none',
  params: z.strictObject({ key: calendarKey }),
  response: fileAnswer,
});
