import type { Event } from '../event/event.entity.ts';

/** The link to the meeting is shown from a day before the event begins. */
const LINK_BEFORE_MS = 24 * 3_600_000;

type Meeting = Pick<Event, 'type' | 'datetime' | 'endsAt' | 'zoomLink'>;

/** From when on a paid place shows the link to the meeting. */
export const linkOpensAt = ({ datetime }: Pick<Event, 'datetime'>): Date =>
  new Date(datetime.getTime() - LINK_BEFORE_MS);

/** The link to the meeting for a person with a paid place at `now`: from a day before it begins until it is over. */
export const meetingLink = (event: Meeting, now: Date): string | null =>
  linkOpensAt(event) <= now && event.endsAt > now ? event.zoomLink : null;
