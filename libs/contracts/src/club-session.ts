import type { CalendarEntry } from './calendar.ts';
import { nextOn, type Weekday } from './weekday.ts';
import { addDays, dateIn, instantIn } from './zoned-time.ts';

/** When the weekly session of the debate club is, by the clock of the association's zone. */
export interface ClubSchedule {
  readonly weekday: Weekday;
  /** '08:00'. */
  readonly begins: string;
  readonly minutes: number;
  /** Days without a session. */
  readonly skipped: readonly { readonly date: string }[];
}

/** The schedule of the specification ("Schedule and sizes"), until staff change it. */
export const SHIPPED_CLUB_SCHEDULE: ClubSchedule = { weekday: 'Sunday', begins: '08:00', minutes: 120, skipped: [] };

const MINUTE_MS = 60_000;

export interface ClubSession {
  /** In the zone; there is one session a day, so the date identifies the session. */
  readonly date: string;
  readonly begins: Date;
  readonly ends: Date;
}

/**
 * The next sessions that are not over at `now`, soonest first, without the skipped ones. They keep their time of day when the clocks
 * change.
 */
export const clubSessions = (
  now: Date,
  timeZone: string,
  count: number,
  { weekday, begins: time, minutes, skipped }: ClubSchedule = SHIPPED_CLUB_SCHEDULE,
): ClubSession[] => {
  const first = nextOn(dateIn(timeZone, now), weekday);
  // One more, because today's may be over.
  return Array.from({ length: count + skipped.length + 1 }, (_session, week) => {
    const date = addDays(first, 7 * week);
    const begins = instantIn(timeZone, date, time);
    return { date, begins, ends: new Date(begins.getTime() + minutes * MINUTE_MS) };
  })
    .filter(({ date, ends }) => ends > now && !skipped.some((day) => day.date === date))
    .slice(0, count);
};

/**
 * A session in a calendar; `url` is the page about it, `location` where it takes place. A session has the same id
 * everywhere, so that a calendar program that receives it twice shows it once.
 */
export const clubSessionEntry = (
  { date, begins, ends }: ClubSession,
  { url, location }: { url: string; location: string },
): CalendarEntry => ({
  uid: `debate-club-${date}@${new URL(url).host}`,
  begins,
  ends,
  title: 'Debate Club',
  description: 'The weekly session, live on Zoom.',
  location,
  url,
});
