import type { StripeAccount } from '../stripe-account.ts';
import { StripeError, invalidRequest } from '../stripe-error.ts';
import { createCard, type CardKind } from './card.ts';
import { createCustomer } from './customer.ts';
import { redeem, redemptionOf, type Redemption } from './discount.ts';
import { discountLines } from './coupon-discount.ts';
import { failInvoice, payInvoice, paymentOf } from './collect-invoice.ts';
import { createPaymentIntent, decline, finishDelayed, startDelayed, succeed } from './payment.ts';
import { billFirstPeriod, billOneTime, openFirstInvoice } from './first-invoice.ts';
import { createSubscription } from './subscription.ts';
import type { SessionTerms, StripeTables } from '../tables.ts';

export type CheckoutSession = StripeTables['checkoutSessions'];
type Line = SessionTerms['lines'][number];

/** Totals of a session in cents, and its lines with their share of the discount. */
export const priceLines = (
  lines: readonly Line[],
  redemption: Redemption | null,
): { lines: Line[]; subtotal: number; discount: number; total: number } => {
  const parts =
    redemption === null
      ? lines.map(() => 0)
      : discountLines(
          redemption.coupon,
          lines.map((line) => ({ amount: line.amount_subtotal, product: line.price?.product ?? '' })),
        );
  const priced = lines.map((line, index) => ({
    ...line,
    amount_discount: parts[index] ?? 0,
    amount_total: line.amount_subtotal - (parts[index] ?? 0),
  }));
  const subtotal = priced.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const total = priced.reduce((sum, line) => sum + line.amount_total, 0);
  return { lines: priced, subtotal, discount: subtotal - total, total };
};

/** Puts a coupon or promotion code on an open session, or takes it off. @throws StripeError 400 when it cannot be redeemed */
export const setDiscount = (
  account: StripeAccount,
  session: CheckoutSession,
  asked: { coupon?: string | null; promotion_code?: string | null } | null,
): CheckoutSession => {
  const terms = termsOf(account, session);
  const subtotal = session.amount_subtotal ?? 0;
  const order = { subtotal, currency: session.currency ?? 'usd', customer: session.customer };
  const redemption = asked === null ? null : redemptionOf(account, asked, order, 'discounts[0]');
  const priced = priceLines(terms.lines, redemption);
  account.store.put('sessionTerms', { ...terms, lines: priced.lines });
  return account.change('checkoutSessions', session, {
    amount_total: priced.total,
    discounts:
      redemption === null
        ? []
        : [
            {
              coupon: redemption.code === null ? redemption.coupon.id : null,
              promotion_code: redemption.code?.id ?? null,
            },
          ],
    total_details: { amount_discount: priced.discount, amount_shipping: 0, amount_tax: 0 },
  });
};

/**
 * The person pays. Paying a session that is complete changes nothing, so a double click charges once.
 * @throws StripeError 400 when the session expired, has no email, or its coupon is used up meanwhile
 */
export const completeCheckout = (
  account: StripeAccount,
  session: CheckoutSession,
  payer: { email: string | null; card: CardKind; isDelayed?: boolean },
): CheckoutSession => {
  if (session.status === 'complete') return session;
  if (session.status === 'expired') throw invalidRequest('This Checkout Session has expired.');
  const email = emailOf(account, session) ?? payer.email;
  if (email === null) throw invalidRequest('An email address is needed to pay.', 'email', 'email_invalid');
  const redemption = redemptionOfSession(account, session);
  // A free order always has a customer ("No-cost orders").
  const needsCustomer =
    session.customer !== null ||
    session.mode === 'subscription' ||
    session.customer_creation === 'always' ||
    isFree(session);
  const customer = needsCustomer ? customerOf(account, session, email) : null;
  const parts =
    session.mode === 'subscription'
      ? completeSubscription(account, session, customer, payer, redemption)
      : completePayment(account, session, customer, email, payer, redemption);
  const complete = account.change('checkoutSessions', session, {
    ...parts,
    customer: customer?.id ?? null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: customer?.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
  });
  account.emit('checkout.session.completed', complete);
  return complete;
};

/**
 * The bank has answered for a session that was completed by a delayed payment: the money has arrived, or never will. Source: Stripe
 * documentation, "Fulfill orders", delayed payment methods.
 * @throws StripeError 400 for a session whose payment is not on its way
 */
export const finishDelayedCheckout = (
  account: StripeAccount,
  session: CheckoutSession,
  hasArrived: boolean,
): CheckoutSession => {
  if (session.status !== 'complete' || session.payment_status !== 'unpaid')
    throw invalidRequest('No payment of this Checkout Session is on its way.');
  if (session.mode === 'subscription') {
    const invoice = account.find('invoices', session.invoice ?? '');
    const subscription = account.find('subscriptions', session.subscription ?? '');
    const method = account.find('paymentMethods', subscription.default_payment_method ?? '');
    if (hasArrived) payInvoice(account, invoice, method);
    else {
      failInvoice(account, invoice, method, null);
      account.change('subscriptions', subscription, { status: 'past_due' }, 'customer.subscription.updated');
    }
  } else finishDelayed(account, account.find('paymentIntents', session.payment_intent ?? ''), hasArrived);
  const finished = hasArrived ? account.change('checkoutSessions', session, { payment_status: 'paid' }) : session;
  account.emit(
    hasArrived ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
    finished,
  );
  return finished;
};

/** Whether nothing is paid now: the session completes without a payment. */
const isFree = (session: CheckoutSession): boolean => {
  return (session.amount_total ?? 0) === 0;
};

/** The person's card is refused. The session stays open for another try. */
export const declineCheckout = (account: StripeAccount, session: CheckoutSession): void => {
  if (session.status !== 'open') return;
  const card = createCard(account, 'later-fails', null, emailOf(account, session));
  decline(account, paymentIntentFor(account, session, session.customer), card);
};

/** Closes an open session unpaid. @throws StripeError 400 when it is complete or expired already */
export const expireCheckout = (account: StripeAccount, session: CheckoutSession): CheckoutSession => {
  if (session.status !== 'open') {
    throw new StripeError(400, {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? 'none'}.`,
    });
  }
  const expired = account.change('checkoutSessions', session, { status: 'expired', url: null });
  account.emit('checkout.session.expired', expired);
  return expired;
};

/** The email address that the page does not have to ask for. */
export const emailOf = (account: StripeAccount, session: CheckoutSession): string | null => {
  const customer = session.customer === null ? undefined : account.store.get('customers', session.customer);
  return customer?.email ?? session.customer_email;
};

export const termsOf = (account: StripeAccount, session: CheckoutSession): SessionTerms => {
  const terms = account.store.get('sessionTerms', session.id);
  if (terms === undefined) throw new Error(`session ${session.id} has no terms`);
  return terms;
};

const completeSubscription = (
  account: StripeAccount,
  session: CheckoutSession,
  customer: StripeTables['customers'] | null,
  { card: kind, isDelayed = false }: { card: CardKind; isDelayed?: boolean },
  redemption: Redemption | null,
): Partial<CheckoutSession> => {
  if (customer === null) throw new Error('a subscription has a customer');
  const terms = termsOf(account, session);
  const isCardAsked = session.payment_method_collection !== 'if_required' || !isFree(session);
  const card = isCardAsked ? createCard(account, kind, customer.id, customer.email) : undefined;
  if (card !== undefined)
    account.change(
      'customers',
      customer,
      { invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id } },
      'customer.updated',
    );
  const recurring = terms.lines.filter((line) => line.price?.recurring != null);
  const discount =
    redemption === null
      ? null
      : redeem(account, redemption, { customer: customer.id, subscription: null, session: session.id });
  const subscription = createSubscription(account, {
    customer: customer.id,
    items: recurring.flatMap((line) =>
      line.price === null ? [] : [{ price: line.price, quantity: line.quantity ?? 1 }],
    ),
    metadata: terms.subscriptionMetadata,
    description: terms.subscriptionDescription,
    discounts: discount !== null && redemption?.coupon.duration !== 'once' ? [discount.id] : [],
    paymentMethod: card?.id ?? null,
    trialDays: terms.trialDays,
  });
  if (discount !== null) account.change('discounts', discount, { subscription: subscription.id });
  const extras = terms.lines.filter((line) => line.price?.recurring == null);
  if (isDelayed && card !== undefined && !isFree(session)) {
    const open = openFirstInvoice(account, subscription, extras, discount === null ? [] : [discount.id]);
    const intent = account.store.get('paymentIntents', paymentOf(account, open)?.payment.payment_intent ?? '');
    if (intent !== undefined) startDelayed(account, intent, card);
    return { subscription: subscription.id, invoice: open.id, payment_status: 'unpaid' };
  }
  const invoice = billFirstPeriod(account, subscription, extras, discount === null ? [] : [discount.id], card);
  return {
    subscription: subscription.id,
    invoice: invoice.id,
    payment_status: terms.trialDays === null && !isFree(session) ? 'paid' : 'no_payment_required',
  };
};

const completePayment = (
  account: StripeAccount,
  session: CheckoutSession,
  customer: StripeTables['customers'] | null,
  email: string,
  { card: kind, isDelayed = false }: { card: CardKind; isDelayed?: boolean },
  redemption: Redemption | null,
): Partial<CheckoutSession> => {
  const terms = termsOf(account, session);
  const discount =
    redemption === null
      ? null
      : redeem(account, redemption, {
          customer: customer?.id ?? null,
          subscription: null,
          session: session.id,
        });
  const card = isFree(session) ? undefined : createCard(account, kind, null, email);
  if (terms.createsInvoice && customer !== null) {
    const { invoice, paymentIntent } = billOneTime(
      account,
      customer,
      terms,
      discount === null ? [] : [discount.id],
      card,
    );
    const status = card === undefined ? 'no_payment_required' : 'paid';
    return { invoice: invoice.id, payment_intent: paymentIntent, payment_status: status };
  }
  if (card === undefined) return { payment_status: 'no_payment_required' };
  if (isDelayed) {
    const processing = startDelayed(account, paymentIntentFor(account, session, customer?.id ?? null), card);
    return { payment_intent: processing.id, payment_status: 'unpaid' };
  }
  const intent = succeed(account, paymentIntentFor(account, session, customer?.id ?? null), card);
  return { payment_intent: intent.id, payment_status: 'paid' };
};

/** The session's payment intent: that of an earlier, declined try, or a new one. */
const paymentIntentFor = (
  account: StripeAccount,
  session: CheckoutSession,
  customer: string | null,
): StripeTables['paymentIntents'] => {
  const terms = termsOf(account, session);
  const earlier = account.store.get('paymentIntents', terms.paymentIntent ?? '');
  if (earlier !== undefined)
    return account.change('paymentIntents', earlier, {
      customer,
      amount: session.amount_total ?? earlier.amount,
    });
  const intent = createPaymentIntent(account, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer,
    description: session.mode === 'subscription' ? 'Subscription creation' : terms.paymentDescription,
    metadata: session.mode === 'subscription' ? {} : terms.paymentMetadata,
    receiptEmail: null,
    offSession: session.mode === 'subscription',
  });
  if (session.mode === 'payment') account.store.put('sessionTerms', { ...terms, paymentIntent: intent.id });
  return intent;
};

const customerOf = (account: StripeAccount, session: CheckoutSession, email: string): StripeTables['customers'] => {
  if (session.customer === null)
    return createCustomer(account, {
      email,
      address: { city: null, country: 'US', line1: null, line2: null, postal_code: '94103', state: null },
    });
  const customer = account.find('customers', session.customer, 'customer');
  return customer.email === null ? account.change('customers', customer, { email }, 'customer.updated') : customer;
};

const redemptionOfSession = (account: StripeAccount, session: CheckoutSession): Redemption | null => {
  const asked = session.discounts?.[0];
  if (asked === undefined) return null;
  return redemptionOf(
    account,
    asked,
    {
      subtotal: session.amount_subtotal ?? 0,
      currency: session.currency ?? 'usd',
      customer: session.customer,
    },
    'discounts[0]',
  );
};
