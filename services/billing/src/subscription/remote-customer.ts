import type Stripe from 'stripe';
import { idOf, intentOf } from '../stripe/expandable.ts';

/*
 * The provider's data of a customer. Pure.
 */

/** All data of a customer that we keep parts of. */
export interface RemoteCustomer {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
  readonly charges: readonly Stripe.Charge[];
  readonly disputes: readonly Stripe.Dispute[];
  /** The payment method that the customer would pay with; `null` where it was not asked for, or there is none. */
  readonly paymentMethodId: string | null;
  /** The card that pays the subscriptions that have none of their own; `null` where there is none, or none is needed. */
  readonly card: Stripe.PaymentMethod | null;
  /** Whether staff deleted the customer: the provider still reports its data, and nothing more can be sold or credited to it. */
  readonly isDeleted: boolean;
}

/** The card that pays a subscription, as we keep it. */
export interface PayingCard {
  readonly cardId: string | null;
  readonly cardLast4: string | null;
  readonly cardExpiresAt: Date | null;
}

export const NO_CARD: PayingCard = { cardId: null, cardLast4: null, cardExpiresAt: null };

/** The subscription's own card, else the customer's; none for one that has ended. Expects `default_payment_method` expanded. */
export const cardOf = (subscription: Stripe.Subscription, { card: fallback }: RemoteCustomer): PayingCard => {
  const own = subscription.default_payment_method;
  const method = own === null ? fallback : typeof own === 'string' ? null : own;
  if (method?.card == null || ENDED.has(subscription.status)) return NO_CARD;
  const { last4, exp_month: month, exp_year: year } = method.card;
  return { cardId: method.id, cardLast4: last4, cardExpiresAt: new Date(Date.UTC(year, month, 1)) };
};

export const ENDED = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired']);

const OVERDUE = new Set<Stripe.Subscription.Status>(['past_due', 'unpaid']);

export const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

/** Cents that were refunded, or lost in a dispute, by payment intent. */
export const refundsByIntent = (
  charges: readonly Stripe.Charge[],
  disputes: readonly Stripe.Dispute[] = [],
): ReadonlyMap<string, number> => {
  const refunds = new Map<string, number>();
  for (const charge of charges) {
    const intent = idOf(charge.payment_intent);
    const lost = disputes
      .filter(({ charge: of, status }) => idOf(of) === charge.id && status === 'lost')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (intent !== null)
      refunds.set(intent, (refunds.get(intent) ?? 0) + Math.min(charge.amount, charge.amount_refunded + lost));
  }
  return refunds;
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const DECIDED = new Set<string>(['won', 'lost', 'warning_closed', 'prevented']);

export const isUndecided = ({ status }: Stripe.Dispute): boolean => !DECIDED.has(status);

/** Payment intents under a dispute that is not decided yet. */
export const disputedIntents = (disputes: readonly Stripe.Dispute[]): ReadonlySet<string> =>
  new Set(disputes.filter(isUndecided).flatMap(({ payment_intent: intent }) => idOf(intent) ?? []));

export const isOverdue = ({ status }: Stripe.Subscription): boolean => OVERDUE.has(status);

export const isPaidOrPending = ({ status, refunded }: Stripe.Charge): boolean => status !== 'failed' && !refunded;

/** Cents of a subscription's payments that were paid back. */
export const refundedOf = (remote: RemoteCustomer, subscriptionId: string): number => {
  const refunds = refundsByIntent(remote.charges);
  return remote.invoices
    .filter((invoice) => subscriptionOf(invoice) === subscriptionId)
    .reduce((sum, invoice) => sum + (refunds.get(intentOf(invoice) ?? '') ?? 0), 0);
};

/** Whether a bank decided a dispute of one of a subscription's payments for its cardholder. */
export const isDisputeLost = (remote: RemoteCustomer, subscriptionId: string): boolean => {
  const intents = new Set(invoicesOf(remote, subscriptionId).map(intentOf));
  return remote.disputes.some(
    ({ status, payment_intent: intent }) => status === 'lost' && idOf(intent) !== null && intents.has(idOf(intent)),
  );
};

export const chargesOf = (remote: RemoteCustomer, invoice: Stripe.Invoice): Stripe.Charge[] => {
  const intent = intentOf(invoice);
  return intent === null ? [] : remote.charges.filter((charge) => idOf(charge.payment_intent) === intent);
};

export const invoicesOf = (remote: RemoteCustomer, subscriptionId: string): Stripe.Invoice[] =>
  remote.invoices.filter((invoice) => subscriptionOf(invoice) === subscriptionId);

/** Where the first payment of a membership stands that was begun with a delayed payment method; `null` once it is paid. */
export const firstPaymentOf = (
  remote: RemoteCustomer,
  subscription: Stripe.Subscription,
): 'processing' | 'refused' | null => {
  const first = invoicesOf(remote, subscription.id).find((invoice) => invoice.billing_reason === 'subscription_create');
  const charges = first?.status === 'open' ? chargesOf(remote, first) : [];
  if (charges.some(({ status }) => status === 'pending')) return 'processing';
  return charges.some(({ status }) => status === 'failed') ? 'refused' : null;
};

/** Whether a membership that has ended had begun before: its first invoice was paid until then, or it had none. */
export const hadBegun = (remote: RemoteCustomer, ended: Stripe.Subscription): boolean => {
  const first = invoicesOf(remote, ended.id).find((invoice) => invoice.billing_reason === 'subscription_create');
  const paidAt = first?.status_transitions.paid_at ?? null;
  return first === undefined || (paidAt !== null && paidAt <= (ended.ended_at ?? paidAt));
};

/** Whether the first payment of a membership was refused by its bank, and none arrived since. */
export const isFirstPaymentFailed = (remote: RemoteCustomer, subscription: Stripe.Subscription): boolean => {
  const first = invoicesOf(remote, subscription.id).find((invoice) => invoice.billing_reason === 'subscription_create');
  const charges = first === undefined || first.status === 'paid' ? [] : chargesOf(remote, first);
  return charges.length > 0 && charges.every(({ status }) => status === 'failed');
};
