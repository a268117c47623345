import type { calendarEntry } from '@lectern/contracts/registrations/events';
import type * as z from 'zod/mini';
import type { Event } from './event.entity.ts';

/** The event as emails put it into calendars, as it is at `now`. */
export const calendarEntryOf = (
  { id, type, datetime, endsAt, timezone, description, location, sequence }: Event,
  now: Date,
): z.output<typeof calendarEntry> => ({
  id,
  type,
  datetime: datetime.toISOString(),
  endsAt: endsAt.toISOString(),
  timezone,
  description,
  location,
  sequence,
  publishedAt: now.toISOString(),
});
