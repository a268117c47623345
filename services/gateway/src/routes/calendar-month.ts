import { dateIn, instantIn } from '@lectern/contracts/zoned-time';

/** The month so many months later or, when negative, earlier. */
const monthsLater = (month: string, months: number): string => {
  const date = new Date(`${month}-01T00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};

/** The month that the calendar of a time zone shows at an instant: '2026-03'. */
export const monthIn = (timeZone: string, instant: Date): string => dateIn(timeZone, instant).slice(0, 7);

/** The first instant of a month and that of the next one, by the clocks of a time zone. */
export const boundsOf = (timeZone: string, month: string): { from: string; before: string } => {
  const beginningOf = (each: string): string => instantIn(timeZone, `${each}-01`, '00:00').toISOString();
  return { from: beginningOf(month), before: beginningOf(monthsLater(month, 1)) };
};

/** The months from one until another, both included, newest first. */
export const monthsBetween = (first: string, last: string): string[] => {
  const months = [];
  for (let month = last; month >= first; month = monthsLater(month, -1)) months.push(month);
  return months;
};
