import type { CalendarEntry } from '../calendar.ts';
import { zoneOffset } from '../zone-offset.ts';
import type { AdminEvent } from './admin-model.ts';
import type { PublicEvent } from './model.ts';

const WEEK = 7 * 86_400_000;

export type EventTimes = Pick<AdminEvent, 'type' | 'datetime' | 'endsAt' | 'timezone'>;

export interface Session {
  begins: Date;
  ends: Date;
}

/**
 * The sessions of an event. A tournament and a workshop have one; a bootcamp run meets every week at the same local time of its time
 * zone, also across a clock change.
 */
export const sessionsOf = ({ type, datetime, endsAt, timezone }: EventTimes): Session[] => {
  const first = Date.parse(datetime);
  const end = Date.parse(endsAt);
  if (type !== 'bootcamp') return [{ begins: new Date(first), ends: new Date(end) }];
  const firstOffset = zoneOffset(first, timezone);
  const starts: number[] = [];
  for (let at = first; at < end;) {
    starts.push(at);
    const weeksLater = first + starts.length * WEEK;
    at = weeksLater + firstOffset - zoneOffset(weeksLater, timezone);
  }
  const length = end - (starts.at(-1) ?? first);
  return starts.map((start) => ({ begins: new Date(start), ends: new Date(start + length) }));
};

export type CalendarEvent = EventTimes & Pick<PublicEvent, 'id' | 'title' | 'description' | 'location' | 'sequence'>;

/**
 * An event in a calendar, one entry for each session; `url` is the page about it. An event has the same ids every time
 * and everywhere, so that adding it again replaces it.
 */
export const eventEntries = (event: CalendarEvent, url: string): CalendarEntry[] => {
  const { host } = new URL(url);
  const sessions = sessionsOf(event);
  return sessions.map(({ begins, ends }, index) => ({
    uid: `${event.id}-${index + 1}@${host}`,
    begins,
    ends,
    title: sessions.length === 1 ? event.title : `${event.title}, session ${index + 1} of ${sessions.length}`,
    description: event.description,
    location: event.location,
    sequence: event.sequence,
    url,
  }));
};
