import type Stripe from 'stripe';

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

const DAY = 24 * 60 * 60;

/**
 * The end of the `count`-th period after `anchor` (unix seconds). Months and years keep the anchor's day of the month,
 * or take the month's last day where it has no such day; counting from the anchor, not from the last period, brings the
 * 31st back after a short month. Source: Stripe documentation, "Set the subscription billing renewal date".
 */
export const periodEnd = (anchor: number, { interval, interval_count: step }: Interval, count: number): number => {
  if (interval === 'day') return anchor + count * step * DAY;
  if (interval === 'week') return anchor + count * step * 7 * DAY;
  return addMonths(anchor, count * step * (interval === 'year' ? 12 : 1));
};

/** The end of the period that begins at `start`, which lies on the grid of `anchor`. */
export const nextPeriodEnd = (anchor: number, interval: Interval, start: number): number => {
  let count = 1;
  while (periodEnd(anchor, interval, count) <= start) count += 1;
  return periodEnd(anchor, interval, count);
};

const addMonths = (seconds: number, months: number): number => {
  const from = new Date(seconds * 1000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
};
