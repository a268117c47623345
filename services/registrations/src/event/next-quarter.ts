import { addDays } from '@lectern/contracts/zoned-time';

/*
 * From one quarter of the year to the next: events are copied thirteen weeks on, which keeps the day of the week.
 */

export const QUARTER_DAYS = 13 * 7;

/** The dates of a quarter ("2026-Q4"): its first one, and the first one after it. */
export const datesOf = (quarter: string): { from: string; until: string } => {
  const [year, number] = quarter.split('-Q').map(Number) as [number, number];
  const first = (index: number): string => new Date(Date.UTC(year, index * 3, 1)).toISOString().slice(0, 10);
  return { from: first(number - 1), until: first(number) };
};

/** The quarter of a date: "2026-11-21" is of "2026-Q4". */
export const quarterOf = (date: string): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

/** The quarter that follows: "2027-Q1" after "2026-Q4". */
export const quarterAfter = (quarter: string): string => quarterOf(datesOf(quarter).until);

const FOLLOWING: Readonly<Record<string, string>> = {
  Winter: 'Spring',
  Spring: 'Summer',
  Summer: 'Fall',
  Fall: 'Winter',
  Autumn: 'Winter',
};
const SEASON = /\b(?:Winter|Spring|Summer|Fall|Autumn)\b/;
const MONTH = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
/** A season in a name: "the Online Fall Classic". Elsewhere such a word may be no season ("a fall from the stage"). */
const IN_NAMES = new RegExp(`${SEASON.source}(?= (?:Classic|Tournament)\\b)`, 'g');

/** The title in the next quarter: "Online Fall Classic" becomes "Online Winter Classic". One without a season stays. */
export const nextTitle = (title: string): string =>
  title.replaceAll(new RegExp(SEASON.source, 'g'), (season) => FOLLOWING[season]!);

/** The description in the next quarter, whose tournaments are named after its season. */
export const nextDescription = (description: string): string =>
  description.replaceAll(IN_NAMES, (season) => FOLLOWING[season]!);

/** Whether a text mentions a month or a season outside of names, which a copy cannot change. */
export const mentionsDates = (description: string): boolean => {
  const rest = description.replaceAll(IN_NAMES, '');
  return (
    MONTH.test(rest) || /\b(?:winter|spring|summer|fall|autumn|thanksgiving|christmas|easter|new year)\b/i.test(rest)
  );
};

/** Instants that include a quarter in every zone, with a margin at both ends. */
export const boundsInEveryZone = ({ from, until }: { from: string; until: string }): { from: Date; until: Date } => ({
  from: new Date(`${addDays(from, -2)}T00:00Z`),
  until: new Date(`${addDays(until, 2)}T00:00Z`),
});
