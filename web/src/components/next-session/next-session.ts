import { type ClubSchedule, type ClubSession, clubSessions } from '@lectern/contracts/club-session';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';

export type SkippedDay = SiteTextValue<'weeklySession'>['skipped'][number];

export interface NextSession extends ClubSession {
  isOn: boolean;
}

/** The current session, or else the next one that is not on a skipped day. `now` in milliseconds since 1970. */
export const nextSession = (timeZone: string, now: number, schedule?: ClubSchedule): NextSession => {
  const [session] = clubSessions(new Date(now), timeZone, 1, schedule);
  if (session === undefined) throw new Error('There is always a next session');
  return { ...session, isOn: session.begins.getTime() <= now };
};

/** The skipped days before the next session, soonest first. `today` in the association's zone. */
export const skippedBefore = (
  { date: next }: Pick<NextSession, 'date'>,
  today: string,
  skipped: readonly SkippedDay[],
): readonly SkippedDay[] =>
  skipped.filter(({ date }) => date >= today && date < next).sort((one, other) => one.date.localeCompare(other.date));

const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]);

/** "in 3 days 4 hours", "in 4 hours 12 minutes", "in 12 minutes", "on now": the minute that has begun counts. */
export const countdown = ({ begins, isOn }: NextSession, now: number): string => {
  if (isOn) return 'on now';
  const minutes = Math.ceil((begins.getTime() - now) / 60_000);
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  const parts =
    days > 0 ? [...part(days, 'day'), ...part(hours, 'hour')] : [...part(hours, 'hour'), ...part(rest, 'minute')];
  return `in ${parts.join(' ')}`;
};
