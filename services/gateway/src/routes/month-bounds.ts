import { DomainError } from '@lectern/contracts/errors';
import { MONTHS_MAX } from '@lectern/contracts/system/analytics-http';
import { dateIn, instantIn } from '@lectern/contracts/zoned-time';

const USUAL_MONTHS = 12;
/** As the field of a month takes it. */
const FIRST_MONTH = '2000-01';

/** Months since the year 0, so that they can be counted. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
const nameOf = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The months from `first` to `last` ('2026-03'), both included. */
export const monthsBetween = (first: string, last: string): string[] =>
  Array.from({ length: numberOf(last) - numberOf(first) + 1 }, (_one, index) => nameOf(numberOf(first) + index));

/** The instants in a zone at which each of these consecutive months begins and the last one ends. */
export const boundsOf = (months: readonly string[], timeZone: string): string[] =>
  [...months, ...months.slice(-1).map((last) => nameOf(numberOf(last) + 1))].map((month) =>
    instantIn(timeZone, `${month}-01`, '00:00').toISOString(),
  );

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** How many, where `from` is missing. */
  readonly months?: number | undefined;
}

/**
 * The months from `from` to `to` ('2026-03'), and the instants in a zone at which each begins and the last one ends. By default
 * twelve that end with the current one. Throws `invalid_request` where they are in the wrong order, too many or before the year
 * 2000.
 */
export const monthBounds = (
  { from, to, months: count = USUAL_MONTHS }: Range,
  timeZone: string,
  now: Date,
): { months: string[]; bounds: string[] } => {
  const last = numberOf(to ?? dateIn(timeZone, now).slice(0, 7));
  const first = from === undefined ? last - count + 1 : numberOf(from);
  if (first > last) throw new DomainError('invalid_request', { fields: { from: 'This is after the last month' } });
  if (first < numberOf(FIRST_MONTH))
    throw new DomainError('invalid_request', { fields: { months: `Months begin with ${FIRST_MONTH}` } });
  if (last - first >= MONTHS_MAX)
    throw new DomainError('invalid_request', { fields: { from: `At most ${MONTHS_MAX} months can be shown` } });
  const months = monthsBetween(nameOf(first), nameOf(last));
  return { months, bounds: boundsOf(months, timeZone) };
};
