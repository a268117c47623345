import { formatCents } from '@lectern/contracts/money';
import type { MemberMonth, RevenueMonth } from '@lectern/contracts/system/analytics-http';
import { formatCount, formatMonth } from '../../lib/format.ts';

/** An instant in the middle of a month ('2026-03'). It falls in that month in every time zone. */
const middleOf = (month: string): string => `${month}-15T12:00:00Z`;

/** "March 2026". */
export const monthName = (month: string): string => formatMonth(middleOf(month));

/** "Mar ’26", for an axis. */
export const shortMonth = (month: string): string =>
  `${new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(new Date(middleOf(month)))} ’${month.slice(2, 4)}`;

const people = (count: number): string => `${formatCount(count)} ${count === 1 ? 'member' : 'members'}`;

/** One sentence that summarizes the chart of members. */
export const membersInWords = (months: readonly MemberMonth[]): string => {
  const [first, last] = [months[0]!, months.at(-1)!];
  const difference = last.active - first.active;
  const compared =
    months.length === 1
      ? ''
      : difference === 0
        ? `, as many as at the end of ${monthName(first.month)}`
        : `, ${formatCount(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'} than at the end of ${monthName(first.month)}`;
  return `${people(last.active)} in ${monthName(last.month)}${compared}.`;
};

/** One sentence that summarizes the chart of members who joined and left. */
export const transitionsInWords = (months: readonly MemberMonth[]): string => {
  const joined = months.reduce((sum, month) => sum + month.joined, 0);
  const left = months.reduce((sum, month) => sum + month.left, 0);
  return `From ${monthName(months[0]!.month)} to ${monthName(months.at(-1)!.month)} ${formatCount(joined)} joined and ${formatCount(left)} left.`;
};

/** One sentence that summarizes the chart of revenue. */
export const revenueInWords = (months: readonly RevenueMonth[]): string => {
  const sumOf = (what: 'charged' | 'refunded' | 'net') => months.reduce((sum, month) => sum + month[what], 0);
  const best = months.reduce((best, month) => (month.net > best.net ? month : best));
  const refunded = sumOf('refunded') === 0 ? '' : ` after ${formatCents(sumOf('refunded'))} of refunds`;
  return `${formatCents(sumOf('net'))}${refunded} from ${monthName(months[0]!.month)} to ${monthName(months.at(-1)!.month)}; most in ${monthName(best.month)} with ${formatCents(best.net)}.`;
};

/** Cents as dollars for a spreadsheet: "95.00". */
export const dollarsFor = (cents: number): string => (cents / 100).toFixed(2);

/** The beginnings of a cell that a spreadsheet program may read as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

const cellOf = (cell: string | number): string => {
  // An apostrophe marks text that begins like a formula. Numbers come from our own data and need no mark.
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as a CSV file (RFC 4180). An administrator may have typed the text, so no text is read as a formula. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
