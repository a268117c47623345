import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables } from '../tables.ts';
import { defaultCard, isDeclinedOffSession } from './card.ts';
import { failInvoice, finalizeInvoice, payInvoice, voidInvoice } from './collect-invoice.ts';
import { runningDiscounts } from './discount.ts';
import { draftInvoice, subscriptionOf, type Invoice } from './draft-invoice.ts';
import { currentPeriodEnd, endSubscription, itemLines, itemsOfNextPeriod, type Subscription } from './subscription.ts';

type PaymentMethod = StripeTables['paymentMethods'];

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * When a refused renewal is tried again, in days after the try before: three retries, then the subscription is
 * canceled. Source: Stripe documentation, "Automate payment retries", custom retry schedule of up to three retries.
 */
export const RETRY_DAYS = [3, 5, 7] as const;

/** The period is over: the next one begins, billed by a draft that stays open to change for an hour ("Using webhooks with subscriptions"). */
export const renewSubscription = (account: StripeAccount, subscription: Subscription): void => {
  const before = {
    start: subscription.items.data[0]?.current_period_start ?? account.now(),
    end: currentPeriodEnd(subscription),
  };
  const isTrialOver = subscription.status === 'trialing';
  const renewed = account.change('subscriptions', subscription, {
    items: itemsOfNextPeriod(subscription),
    discounts: runningDiscounts(account, subscription.discounts),
    ...(isTrialOver && { status: 'active' }),
  });
  const invoice = draftInvoice(account, {
    customer: account.find('customers', renewed.customer),
    subscription: renewed,
    lines: itemLines(renewed),
    discounts: renewed.discounts,
    reason: 'subscription_cycle',
    period: before,
    currency: renewed.currency,
    metadata: {},
    finalizesAt: isPaused(account, renewed) ? null : account.now() + HOUR,
  });
  if (isPaused(account, renewed)) voidInvoice(account, invoice);
  account.change('subscriptions', renewed, { latest_invoice: invoice.id });
  account.emit('customer.subscription.updated', account.find('subscriptions', subscription.id), {
    items: subscription.items,
    latest_invoice: subscription.latest_invoice,
    ...(isTrialOver && { status: subscription.status }),
  });
};

/** Source: "Pause payment collection": invoices before `resumes_at` are voided immediately, and take no credit of the customer. */
const isPaused = (account: StripeAccount, { pause_collection: pause }: Subscription): boolean =>
  pause !== null && (pause.resumes_at === null || account.now() < pause.resumes_at);

/** The draft's hour is over: it is finalized and collected. */
export const finalizeAndCollect = (account: StripeAccount, draft: Invoice): void => {
  const open = finalizeInvoice(account, draft, 'recurring');
  collect(account, open);
};

/** One try to collect an open invoice from this card, else from the customer's. */
export const collect = (account: StripeAccount, invoice: Invoice, asked?: PaymentMethod): Invoice => {
  const subscription = subscriptionOf(account, invoice);
  const card = asked ?? defaultCard(account, invoice.customer ?? '', subscription?.default_payment_method ?? null);
  if (invoice.amount_due === 0 || !isDeclinedOffSession(card)) return payInvoice(account, invoice, card);

  const wait = RETRY_DAYS[invoice.attempt_count];
  const failed = failInvoice(account, invoice, card, wait === undefined ? null : account.now() + wait * DAY);
  const customer = account.store.get('customers', invoice.customer ?? '');
  if (customer?.delinquent === false) account.change('customers', customer, { delinquent: true }, 'customer.updated');
  if (subscription === undefined || subscription.status === 'canceled') return failed;
  if (wait === undefined) endSubscription(account, subscription, 'payment_failed');
  else if (subscription.status === 'active')
    account.change('subscriptions', subscription, { status: 'past_due' }, 'customer.subscription.updated');
  return failed;
};
