import type Stripe from 'stripe';
import { fromUnix, toUnix } from '../stripe/expandable.ts';
import { isRenewalOf } from './late-payments.ts';
import { ENDED, subscriptionOf } from './remote-customer.ts';

/*
 * The pause of a membership, as the provider has it: a paused collection, and our marks on the subscription. Pure.
 */

/** A pause lasts as many months as this at most. */
export const PAUSE_MONTHS = [1, 2, 3] as const;

const FROM = 'lectern_paused_from';
const UNTIL = 'lectern_paused_until';

/** The provider collects again this long before the charge that ends a pause, in seconds: after the last invoice that is not collected. */
const MARGIN = 86_400;

export interface Pause {
  /** The end of the paid period. */
  readonly from: Date;
  /** When the next charge is due. */
  readonly until: Date;
  /** Whether the running period is a paused one: not paid, and without access. */
  readonly hasBegun: boolean;
}

/** The parameters that pause a subscription at the provider. */
export const pauseParams = ({ from, until }: Pick<Pause, 'from' | 'until'>): Stripe.SubscriptionUpdateParams => ({
  pause_collection: { behavior: 'void', resumes_at: toUnix(until) - MARGIN },
  metadata: { [FROM]: String(toUnix(from)), [UNTIL]: String(toUnix(until)) },
});

/** The parameters that take a pause off a subscription. */
export const NO_PAUSE = {
  pause_collection: '',
  metadata: { [FROM]: '', [UNTIL]: '' },
} as const satisfies Stripe.SubscriptionUpdateParams;

/**
 * The pause of a subscription, to come or running; `null` without one. The running period is paused where its invoice was voided, also after
 * staff ended the pause at the provider: the next period is charged then. A voided invoice without our marks is a gift of staff.
 */
export const pauseOf = (
  subscription: Stripe.Subscription,
  period: { readonly start: Date; readonly end: Date; readonly isLast: boolean },
  invoices: readonly Stripe.Invoice[],
): Pause | null => {
  const { metadata, pause_collection: collection, status } = subscription;
  const [from, until] = [Number(metadata[FROM] ?? Number.NaN), Number(metadata[UNTIL] ?? Number.NaN)];
  if (Number.isNaN(from) || Number.isNaN(until) || ENDED.has(status)) return null;
  const isHeld = collection !== null;
  if (toUnix(period.start) < from)
    return isHeld && !period.isLast ? { from: fromUnix(from), until: fromUnix(until), hasBegun: false } : null;
  const renewal = invoices.find(
    (invoice) => subscriptionOf(invoice) === subscription.id && isRenewalOf(invoice, subscription),
  );
  if (renewal?.status !== 'void' && !(isHeld && renewal?.status !== 'paid')) return null;
  return { from: fromUnix(from), until: isHeld ? fromUnix(until) : period.end, hasBegun: true };
};

/** The end of the period that is so many months after one that ends at `end`. Periods keep the day of their anchor, or the month's last. */
export const monthsAfter = (anchor: Date, end: Date, months: number): Date => {
  const month = end.getUTCMonth() + months;
  const last = new Date(Date.UTC(end.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const after = new Date(end);
  after.setUTCFullYear(end.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), last));
  return after;
};
