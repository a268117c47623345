import type Stripe from 'stripe';
import { dateOf, fromUnix, idOf, intentOf } from '../stripe/expandable.ts';
import type { Payment } from './payment.entity.ts';

/** https://docs.stripe.com/api/invoices/object#invoice_object-status */
const statusOf = (invoice: Stripe.Invoice, refunded: number): Payment['status'] => {
  if (invoice.status === 'paid') return refunded > 0 && refunded >= invoice.amount_paid ? 'refunded' : 'succeeded';
  if (invoice.status === 'open') return invoice.attempt_count > 0 ? 'failed' : 'pending';
  return 'failed';
};

/** Longer than any month and shorter than any year, in seconds. */
const BETWEEN_MONTH_AND_YEAR = 60 * 86_400;

/** The period that was paid for: a month or a year. The invoice may also have credits for the rest of another period. */
const periodOf = ({ lines }: Stripe.Invoice): Pick<Payment, 'interval' | 'periodStart' | 'periodEnd'> => {
  const { start, end } = lines.data
    .filter(({ amount }) => amount >= 0)
    .map((line) => line.period)
    .reduce((last, each) => (each.end > last.end ? each : last), { start: 0, end: 0 });
  if (end === start) return { interval: null, periodStart: null, periodEnd: null };
  return {
    interval: end - start > BETWEEN_MONTH_AND_YEAR ? 'year' : 'month',
    periodStart: fromUnix(start),
    periodEnd: fromUnix(end),
  };
};

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The cents of which the charge is made up: `price`, less all others. */
const partsOf = (invoice: Stripe.Invoice): Pick<Payment, 'price' | 'unused' | 'discount' | 'credit'> => {
  const amounts = invoice.lines.data.map(({ amount }) => amount);
  return {
    price: sum(amounts.filter((amount) => amount > 0)),
    unused: -sum(amounts.filter((amount) => amount < 0)),
    discount: sum((invoice.total_discount_amounts ?? []).map(({ amount }) => amount)),
    // The provider counts credit as a negative balance.
    credit: (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance,
  };
};

/** Of memberships: a first payment and a renewal. */
const REASONS = new Set<Stripe.Invoice['billing_reason']>(['subscription_create', 'subscription_cycle']);

/**
 * Whether nothing of an invoice is shown: a draft, one of nothing for a later charge, or one that was voided. A payment that failed before it was
 * voided stays listed as failed.
 */
export const isUnlisted = ({
  status,
  billing_reason: reason,
  attempt_count: attempts,
  lines,
}: Stripe.Invoice): boolean =>
  status === null ||
  status === 'draft' ||
  (reason === 'subscription_update' && lines.data.every(({ amount }) => amount === 0)) ||
  (status === 'void' && !(REASONS.has(reason) && attempts > 0));

/**
 * The payment that a member sees for an invoice of theirs; `null` where the invoice is not shown. Amounts are cents.
 * @param refunds cents that were refunded, by payment intent
 * @param disputed payment intents under dispute
 */
export const paymentOfInvoice = (
  invoice: Stripe.Invoice,
  customerId: string,
  refunds: ReadonlyMap<string, number>,
  disputed: ReadonlySet<string>,
): Omit<Payment, 'id' | 'customer' | 'knownAt'> | null => {
  if (invoice.id === undefined || isUnlisted(invoice)) return null;
  const paymentIntentId = intentOf(invoice);
  const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  const refunded = Math.min(amount, paymentIntentId === null ? 0 : (refunds.get(paymentIntentId) ?? 0));
  return {
    invoiceId: invoice.id,
    customerId,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: statusOf(invoice, refunded),
    ...periodOf(invoice),
    amount,
    amountRefunded: refunded,
    isDisputed: paymentIntentId !== null && disputed.has(paymentIntentId),
    currency: invoice.currency,
    paymentIntentId,
    attempts: invoice.attempt_count,
    invoiceUrl: invoice.hosted_invoice_url ?? null,
    number: invoice.number,
    ...partsOf(invoice),
    paidAt: dateOf(invoice),
  };
};
