import type { StripeAccount } from '../stripe-account.ts';
import type { SessionTerms, StripeTables } from '../tables.ts';
import { finalizeInvoice, payInvoice, paymentOf } from './collect-invoice.ts';
import { draftInvoice, type Invoice } from './draft-invoice.ts';
import type { LineTerms } from './invoice-line.ts';
import { itemLines, type Subscription } from './subscription.ts';

type Line = SessionTerms['lines'][number];
type PaymentMethod = StripeTables['paymentMethods'];

/** Bills and collects the first period of a new subscription, with one-time lines beside it. In a trial the sum is zero. */
export const billFirstPeriod = (
  account: StripeAccount,
  subscription: Subscription,
  extras: readonly Line[],
  discounts: string[],
  card: PaymentMethod | undefined,
): Invoice => {
  return payInvoice(account, openFirstInvoice(account, subscription, extras, discounts), card);
};

/** The first invoice of a new subscription, open: to be paid, or refused. */
export const openFirstInvoice = (
  account: StripeAccount,
  subscription: Subscription,
  extras: readonly Line[],
  discounts: string[],
): Invoice => {
  const now = account.now();
  const isTrial = subscription.status === 'trialing';
  const lines = [...(isTrial ? [] : itemLines(subscription)), ...oneTimeLines(extras, now, subscription.id)];
  const draft = draftInvoice(account, {
    customer: account.find('customers', subscription.customer),
    subscription,
    lines,
    discounts,
    reason: 'subscription_create',
    period: { start: now, end: now },
    currency: subscription.currency,
    metadata: {},
    finalizesAt: null,
  });
  account.change('subscriptions', subscription, { latest_invoice: draft.id });
  return finalizeInvoice(account, draft, 'recurring');
};

/** Bills and collects what a customer bought once. */
export const billOneTime = (
  account: StripeAccount,
  customer: StripeTables['customers'],
  terms: SessionTerms,
  discounts: string[],
  card: PaymentMethod | undefined,
): { invoice: Invoice; paymentIntent: string | null } => {
  const now = account.now();
  const draft = draftInvoice(account, {
    customer,
    subscription: null,
    lines: oneTimeLines(terms.lines, now, null),
    discounts,
    reason: 'manual',
    period: { start: now, end: now },
    currency: terms.lines[0]?.currency ?? 'usd',
    metadata: terms.invoiceMetadata,
    finalizesAt: null,
  });
  const open = finalizeInvoice(account, draft, 'one_time');
  const paymentIntent = paymentOf(account, open)?.payment.payment_intent ?? null;
  const intent = account.store.get('paymentIntents', paymentIntent ?? '');
  if (intent !== undefined)
    account.change('paymentIntents', intent, {
      metadata: terms.paymentMetadata,
      description: terms.paymentDescription ?? intent.description,
    });
  return { invoice: payInvoice(account, open, card), paymentIntent };
};

const oneTimeLines = (lines: readonly Line[], now: number, subscription: string | null): LineTerms[] => {
  return lines.flatMap(({ price, quantity }) =>
    price === null
      ? []
      : [
          {
            price,
            quantity: quantity ?? 1,
            period: { start: now, end: now },
            subscription,
            subscriptionItem: null,
            metadata: {},
          },
        ],
  );
};
