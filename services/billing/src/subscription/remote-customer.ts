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

/** How the person behind a customer stands, beside this customer. */
export interface Standing {
  /** Since when the account is deactivated. */
  readonly deactivatedAt: Date | null;
  /** When each subscription of this customer was first seen here. */
  readonly seenAt: ReadonlyMap<string, Date>;
  /** Live subscriptions that other customers of the account pay for. */
  readonly elsewhere: readonly Contender[];
}

/** One of the live subscriptions of a person, who is to have one. */
interface Contender {
  readonly id: string;
  readonly startedAt: Date;
  readonly isStaffMade: boolean;
}

/** Why we ended a subscription; stands in its cancellation comment, which staff read at the provider. */
export const ENDINGS = {
  duplicate: 'Lectern: a second membership of one person, paid back',
  replaced: 'Lectern: replaced by the membership that staff added',
  refused: 'Lectern: paid for a deactivated account, paid back',
} as const;
export type Ending = keyof typeof ENDINGS;

/** Marks a subscription that stops renewing because its account is deactivated. */
export const STOPPED_MARK = 'lectern_stopped_by';

/** What is to be put right at the provider before anything is written. */
export type Correction =
  /** Ends at once; what it charged is paid back first. */
  | { readonly kind: 'end'; readonly ending: Ending; readonly subscriptionId: string; readonly chargeIds: readonly string[] }
  /** A deactivated account is not charged again, and is when it is reactivated. */
  | { readonly kind: 'renewal'; readonly subscriptionId: string; readonly isStopped: boolean }
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

/** Whether staff made a subscription at the provider: those of our checkouts carry their checkout. */
export const isStaffMade = ({ metadata }: Stripe.Subscription): boolean => metadata['lectern_checkout'] === undefined;

/**
 * Which of a person's live subscriptions stays: the newest that staff added on purpose, else the first. Their ids decide between two of
 * the same second, so that every look, at whichever customer, decides alike.
 */
export const keptOf = (live: readonly Contender[]): Contender | undefined => {
  const inOrder = [...live].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  return inOrder.findLast(({ isStaffMade: isByStaff }) => isByStaff) ?? inOrder[0];
};

/** The provider counts in whole seconds; within the same one, what was seen here before came before. */
const beganAfter = (instant: Date, startedAt: Date, seenAt: Date | undefined): boolean => {
  const second = Math.floor(instant.getTime() / 1_000) * 1_000;
  return startedAt.getTime() > second || (startedAt.getTime() === second && (seenAt === undefined || seenAt > instant));
};

/** Where the provider's books break a rule of ours, for the subscriptions to prices of ours. */
export const correctionsOf = (remote: RemoteCustomer, isOurs: (subscription: Stripe.Subscription) => boolean, standing: Standing): Correction[] => {
  const live = remote.subscriptions.filter((subscription) => LIVE.has(subscription.status) && isOurs(subscription));
  const own = live.map((subscription) => ({ id: subscription.id, startedAt: fromUnix(subscription.created), isStaffMade: isStaffMade(subscription) }));
  const kept = keptOf([...own, ...standing.elsewhere]);
  return live.flatMap((subscription): Correction[] => {
    const { id } = subscription;
    const startedAt = fromUnix(subscription.created);
    const end = (ending: Ending): Correction[] => [{ kind: 'end', ending, subscriptionId: id, chargeIds: ending === 'replaced' ? [] : unrefundedChargesOf(remote, id) }];
    if (kept !== undefined && kept.id !== id) return end(kept.isStaffMade && startedAt <= kept.startedAt ? 'replaced' : 'duplicate');
    if (isRunningPeriodRefunded(remote, subscription)) return [{ kind: 'end-refunded', subscriptionId: id }];
    if (standing.deactivatedAt !== null) {
      if (beganAfter(standing.deactivatedAt, startedAt, standing.seenAt.get(id))) return end('refused');
      return subscription.cancel_at_period_end ? [] : [{ kind: 'renewal', subscriptionId: id, isStopped: true }];
    }
    const wasStopped = subscription.cancel_at_period_end && subscription.metadata[STOPPED_MARK] === 'deactivation';
    return wasStopped ? [{ kind: 'renewal', subscriptionId: id, isStopped: false }] : [];
  });
};

/** Why we ended a subscription, if it was us. */
export const endingOf = ({ cancellation_details: details }: Stripe.Subscription): Ending | null =>
  (Object.keys(ENDINGS) as Ending[]).find((ending) => ENDINGS[ending] === details?.comment) ?? null;

/** Cents of a subscription's payments that were paid back. */
export const refundedOf = (remote: RemoteCustomer, subscriptionId: string): number => {
  const refunds = refundsByIntent(remote.charges);
  return remote.invoices
    .filter((invoice) => subscriptionOf(invoice) === subscriptionId)
    .reduce((sum, invoice) => sum + (refunds.get(intentOf(invoice) ?? '') ?? 0), 0);
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
