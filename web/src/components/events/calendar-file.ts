import { calendarText } from '@lectern/contracts/calendar';
import { eventEntries, type CalendarEvent } from '@lectern/contracts/registrations/event-calendar';
import type { PublicEvent } from '@lectern/contracts/registrations/model';

/** What a calendar is told of an event. */
export type Occasion = CalendarEvent & Pick<PublicEvent, 'now'>;

interface Publisher {
  /** Who publishes it. */
  name: string;
  /** The page that tells of it. */
  url: string;
}

/** An event as a calendar file (RFC 5545), one entry for each session. */
export const calendarFile = (event: Occasion, { name, url }: Publisher): string =>
  calendarText({ publisher: name, now: new Date(event.now), entries: eventEntries(event, url) });
