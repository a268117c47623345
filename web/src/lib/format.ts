import { pageAssociation } from './page-association.ts';

/* Dates are in the association's zone unless another is given, as what the server renders must. */

const LOCALE = 'en-US';

/** "Nov 22, 2025". */
export const formatDate = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', timeZone }).format(
    new Date(instant),
  );

/** "November 22, 2025". */
export const formatLongDate = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric', year: 'numeric', timeZone }).format(
    new Date(instant),
  );

/** "November 2025". */
export const formatMonth = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone }).format(new Date(instant));

/** "Sunday, November 22". */
export const formatDay = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'long', month: 'long', day: 'numeric', timeZone }).format(
    new Date(instant),
  );

/** "Oct 19 – Nov 9, 2025". */
export const formatDateRange = (
  from: string | Date,
  to: string | Date,
  timeZone: string = pageAssociation().timeZone,
): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', timeZone }).formatRange(
    new Date(from),
    new Date(to),
  );

/** "Nov 22, 2025, 8:00 AM PST": PST or PDT as the date has it. */
export const formatDateTime = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant));

/** "8:00 AM PST": PST or PDT as the date has it. */
export const formatTime = (instant: string | Date, timeZone: string = pageAssociation().timeZone): string =>
  new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }).format(
    new Date(instant),
  );

/** A stored word for reading: "fall_classic" → "Fall classic". */
export const humanize = (word: string): string => {
  const spaced = word.replaceAll(/[_.-]+/g, ' ').trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 minutes ago", "yesterday"; "just now" under a minute. */
export const formatAgo = (instant: string | Date, now: Date = new Date()): string => {
  const seconds = Math.round((new Date(instant).getTime() - now.getTime()) / 1000);
  const format = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return 'just now';
};

export const formatCount = (count: number): string => new Intl.NumberFormat(LOCALE).format(count);
