import type Stripe from 'stripe';
import { fromUnix, idOf } from '../stripe/expandable.ts';

/*
 * What the provider says of a customer, and what follows from it. Pure.
 */

/** Everything of a customer that we keep something of. */
export interface RemoteCustomer {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly charges: readonly Stripe.Charge[];
}

/** What is to be put right at the provider before anything is written. */
export type Correction =
  /** A person is to have one live subscription: a later one ends, and is paid back. */
  | { readonly kind: 'end-duplicate'; readonly subscriptionId: string; readonly chargeIds: readonly string[] }
  /** Refunds end what they paid for. */
  | { readonly kind: 'end-refunded'; readonly subscriptionId: string };

const LIVE = new Set<Stripe.Subscription.Status>(['active', 'trialing', 'past_due', 'unpaid', 'paused']);

const subscriptionOf = (invoice: Stripe.Invoice): string | null => idOf(invoice.parent?.subscription_details?.subscription);

export const intentOf = (invoice: Stripe.Invoice): string | null => {
  for (const { payment } of invoice.payments?.data ?? []) {
    const intent = idOf(payment.payment_intent);
    if (intent !== null) return intent;
  }
  return null;
};

/** Cents that were paid back, by payment intent. */
export const refundsByIntent = (charges: readonly Stripe.Charge[]): ReadonlyMap<string, number> => {
  const refunds = new Map<string, number>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    if (intent !== null) refunds.set(intent, (refunds.get(intent) ?? 0) + charge.amount_refunded);
  }
  return refunds;
};

/** Where the provider's books break a rule of ours, for the subscriptions to prices of ours. */
export const correctionsOf = (remote: RemoteCustomer, isOurs: (subscription: Stripe.Subscription) => boolean): Correction[] => {
  const live = remote.subscriptions.filter((subscription) => LIVE.has(subscription.status) && isOurs(subscription));
  // The first stays. Their ids decide between two of the same second, so that every look decides alike.
  const [kept, ...duplicates] = [...live].sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  const corrections: Correction[] = duplicates.map(({ id }) => ({
    kind: 'end-duplicate',
    subscriptionId: id,
    chargeIds: unrefundedChargesOf(remote, id),
  }));
  if (kept !== undefined && isRunningPeriodRefunded(remote, kept)) corrections.push({ kind: 'end-refunded', subscriptionId: kept.id });
  return corrections;
};

const unrefundedChargesOf = (remote: RemoteCustomer, subscriptionId: string): string[] => {
  const intents = new Set(remote.invoices.filter((invoice) => subscriptionOf(invoice) === subscriptionId).map(intentOf));
  return remote.charges
    .filter((charge) => charge.paid && !charge.refunded && intents.has(idOf(charge.payment_intent)))
    .map(({ id }) => id);
};

/** Whether what was paid for the period that runs now was paid back in full (decisions, "Membership and payments"). */
const isRunningPeriodRefunded = (remote: RemoteCustomer, subscription: Stripe.Subscription): boolean => {
  const periodStart = subscription.items.data[0]?.current_period_start;
  const refunds = refundsByIntent(remote.charges);
  return remote.invoices.some((invoice) => {
    if (subscriptionOf(invoice) !== subscription.id || invoice.status !== 'paid' || invoice.amount_paid === 0) return false;
    const intent = intentOf(invoice);
    const isRunning = invoice.lines.data.some((line) => line.period.start === periodStart);
    return isRunning && intent !== null && (refunds.get(intent) ?? 0) >= invoice.amount_paid;
  });
};

/** When an invoice was paid, or made if it was not. */
export const dateOf = (invoice: Stripe.Invoice): Date => fromUnix(invoice.status_transitions.paid_at ?? invoice.created);
