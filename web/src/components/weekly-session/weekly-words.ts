import { SHIPPED_CLUB_SCHEDULE } from '@lectern/contracts/club-session';
import type { SiteTextValue } from '@lectern/contracts/content/site-text';
import { zoneOffset } from '@lectern/contracts/zone-offset';

export type WeeklySession = SiteTextValue<'weeklySession'>;

/** The words of pages for the weekly session. Where its schedule is not known they name no day and no time. */
export interface WeeklyWords {
  /** The time from one session to the next: "Sunday", for "every Sunday", "next Sunday", "two Sundays". */
  readonly day: string;
  /** "on Sunday". */
  readonly on: string;
  /** "Sunday, 8:00-10:00 AM PST". */
  readonly when: string;
  /** "90 minutes, every Sunday from 8:00 AM PST". */
  readonly rhythm: string;
  /** "90-minute session": of its three parts. */
  readonly session: string;
  /** "two hours of practice". */
  readonly practice: string;
  /** "morning". */
  readonly partOfDay: string;
}

const UNKNOWN: WeeklyWords = {
  day: 'week',
  on: 'this week',
  when: 'Every week',
  rhythm: 'Every week',
  session: 'session',
  practice: 'live practice',
  partOfDay: 'day',
};

const DAY = 86_400_000;
const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** "four". */
export const inWords = (count: number): string => NUMBERS[count] ?? String(count);

/** The abbreviation of a zone's standard time, which a fixed time of day has all year: "PST". */
const standardTime = (timeZone: string): string => {
  const year = Date.UTC(2025, 0);
  const winter = [year, year + 182 * DAY].sort(
    (one, other) => zoneOffset(one, timeZone) - zoneOffset(other, timeZone),
  )[0];
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(winter);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
};

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const half = (minutes: number): string => (minutes % 1_440 < 720 ? 'AM' : 'PM');
/** "8:00" of a twelve-hour clock. */
const clock = (minutes: number): string =>
  `${((Math.floor(minutes / 60) + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')}`;

/** The times at which the session begins and ends, as the words have them: "8:00" and "10:00". */
export const timesOf = ({ begins, minutes }: Pick<WeeklySession, 'begins' | 'minutes'>): readonly string[] => [
  clock(minutesOf(begins)),
  clock(minutesOf(begins) + minutes),
];

/** The time at which the session begins, in hours of the association's clock: 18.5. */
export const hourOf = ({ begins }: Pick<WeeklySession, 'begins'>): number => minutesOf(begins) / 60;

/** "2 hours", "90 minutes". */
export const lengthOf = ({ minutes }: Pick<WeeklySession, 'minutes'>): string =>
  minutes % 60 !== 0 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`;

/** "8:00 AM PST". */
export const beginOf = ({ begins }: Pick<WeeklySession, 'begins'>, timeZone: string): string =>
  `${clock(minutesOf(begins))} ${half(minutesOf(begins))} ${standardTime(timeZone)}`;

/** "10:30 AM-12:30 PM PST". */
export const timeSpan = ({ begins, minutes }: Pick<WeeklySession, 'begins' | 'minutes'>, timeZone: string): string => {
  const [from, until] = [minutesOf(begins), minutesOf(begins) + minutes];
  return `${clock(from)} ${half(from)}-${clock(until)} ${half(until)} ${standardTime(timeZone)}`;
};

/** As ISO 8601 writes a duration: "PT2H", "PT1H30M". */
export const durationOf = ({ minutes }: Pick<WeeklySession, 'minutes'>): string =>
  `PT${minutes >= 60 ? `${Math.floor(minutes / 60)}H` : ''}${minutes % 60 === 0 ? '' : `${minutes % 60}M`}`;

/**
 * "Weekday at 8AM PST", as the specification has it for the schedule that it gives; "Wednesday at 6:30PM PST" for another one, which
 * staff have chosen.
 */
export const summaryOf = ({ weekday, begins }: WeeklySession, timeZone: string): string => {
  const { weekday: shippedDay, begins: shippedTime } = SHIPPED_CLUB_SCHEDULE;
  const day = weekday === shippedDay && begins === shippedTime ? 'Weekday' : weekday;
  const minutes = minutesOf(begins);
  return `${day} at ${clock(minutes).replace(/:00$/, '')}${half(minutes)} ${standardTime(timeZone)}`;
};

export const weeklyWords = (session: WeeklySession | undefined, timeZone: string): WeeklyWords => {
  if (session === undefined) return UNKNOWN;
  const { weekday: day, begins, minutes } = session;
  const [from, until] = [minutesOf(begins), minutesOf(begins) + minutes];
  const first = half(from) === half(until) ? clock(from) : `${clock(from)} ${half(from)}`;
  const parts = session.warmUpMinutes + session.mainActivityMinutes + session.feedbackMinutes;
  const hours = minutes / 60;
  return {
    day,
    on: `on ${day}`,
    when: `${day}, ${first}-${clock(until)} ${half(until)} ${standardTime(timeZone)}`,
    rhythm: `${parts} minutes, every ${day} from ${beginOf(session, timeZone)}`,
    session: `${parts}-minute session`,
    practice: `${Number.isInteger(hours) ? `${inWords(hours)} ${hours === 1 ? 'hour' : 'hours'}` : lengthOf(session)} of practice`,
    partOfDay: from < 720 ? 'morning' : from < 1_020 ? 'afternoon' : 'evening',
  };
};
