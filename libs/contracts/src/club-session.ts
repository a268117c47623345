import type { CalendarEntry } from './calendar.ts';
import { addDays, dateIn, instantIn, nextWeekday } from './zoned-time.ts';

/** The weekly session of the debate club, by the clock of the association's zone (specification, "Schedule and sizes"). */
export const CLUB_SESSION = {
  day: 'Sunday',
  /** Sunday is 0. */
  weekday: 0,
  hour: 8,
  hours: 2,
} as const;

const HOUR_MS = 3_600_000;

export interface ClubSession {
  /** In the zone; there is one session a day, so the date identifies the session. */
  readonly date: string;
  readonly begins: Date;
  readonly ends: Date;
}

/**
 * The next sessions that are not over at `now`, soonest first, without those on `skipped` dates. They keep their hour when the clocks
 * change.
 */
export const clubSessions = (
  now: Date,
  timeZone: string,
  count: number,
  skipped: readonly string[] = [],
): ClubSession[] => {
  const { weekday, hour, hours } = CLUB_SESSION;
  const first = nextWeekday(dateIn(timeZone, now), weekday);
  // One more, because today's may be over.
  return Array.from({ length: count + skipped.length + 1 }, (_session, week) => {
    const date = addDays(first, 7 * week);
    const begins = instantIn(timeZone, date, `${String(hour).padStart(2, '0')}:00`);
    return { date, begins, ends: new Date(begins.getTime() + hours * HOUR_MS) };
  })
    .filter(({ date, ends }) => ends > now && !skipped.includes(date))
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
