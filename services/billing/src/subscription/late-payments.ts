import type Stripe from 'stripe';
import { chargesOf, ENDED, isPaidOrPending, type RemoteCustomer, subscriptionOf } from './remote-customer.ts';
import { endingOf, isPaidBack, isUnbegun } from './subscription-marks.ts';

/*
 * Payments of memberships that had ended, or never began: they buy nothing. Pure.
 */

/**
 * Whether an invoice was paid although its membership had ended before or never began, or for the period in which we ended it because the renewal
 * was not paid in time. Such a payment buys nothing. The provider counts in whole seconds: of that of the end, what was known here before was paid before.
 */
export const isPaidLate = (
  invoice: Stripe.Invoice,
  subscriptions: readonly Stripe.Subscription[],
  knownPaid: ReadonlySet<string>,
): boolean => {
  const subscription = subscriptions.find(({ id }) => id === subscriptionOf(invoice));
  const paidAt = invoice.status_transitions.paid_at;
  if (invoice.status !== 'paid' || invoice.amount_paid === 0 || paidAt === null || subscription?.ended_at == null)
    return false;
  const ending = endingOf(subscription);
  return (
    isUnbegun(subscription) ||
    paidAt > subscription.ended_at ||
    // A membership that we ended as soon as it was paid had no late payment: its email is about that end.
    (paidAt === subscription.ended_at && !isPaidBack(subscription) && !knownPaid.has(invoice.id)) ||
    ((ending === 'stopped' || ending === 'unrenewed') && isRenewalOf(invoice, subscription))
  );
};

/** Checkouts of ours whose membership was refused: their first payment bought nothing, and was paid back. */
export const refusedCheckoutsOf = (
  { subscriptions, invoices }: RemoteCustomer,
  knownPaid: ReadonlySet<string>,
): string[] =>
  subscriptions.flatMap((subscription) => {
    const checkoutId = subscription.metadata['lectern_checkout'];
    if (checkoutId === undefined || !ENDED.has(subscription.status)) return [];
    const isLate = invoices.some(
      (invoice) =>
        subscriptionOf(invoice) === subscription.id &&
        invoice.billing_reason === 'subscription_create' &&
        isPaidLate(invoice, [subscription], knownPaid),
    );
    return isPaidBack(subscription) || isLate ? [checkoutId] : [];
  });

/** Whether an invoice renews a subscription for the period that runs now, or ran when it ended. */
export const isRenewalOf = (invoice: Stripe.Invoice, subscription: Stripe.Subscription): boolean => {
  const start = subscription.items.data[0]?.current_period_start;
  return (
    invoice.billing_reason === 'subscription_cycle' && invoice.lines.data.some(({ period }) => period.start === start)
  );
};

/**
 * Invoices that may have returned the credit that they used: the provider does so with voided ones, and we do with those of memberships
 * that bought nothing. Only the balance's entries show it.
 */
export const creditReturnedBy = (remote: RemoteCustomer): string[] => {
  const ended = new Set(remote.subscriptions.flatMap(({ id, status }) => (ENDED.has(status) ? [id] : [])));
  return remote.invoices
    .filter(({ starting_balance: before, ending_balance: after }) => after !== null && after !== before)
    .filter(
      (invoice) =>
        invoice.status === 'void' ||
        (invoice.status === 'paid' &&
          ended.has(subscriptionOf(invoice) ?? '') &&
          !chargesOf(remote, invoice).some(isPaidOrPending)),
    )
    .map(({ id }) => id);
};
