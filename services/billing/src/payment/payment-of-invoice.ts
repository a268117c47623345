import type Stripe from 'stripe';
import { idOf } from '../stripe/expandable.ts';
import { dateOf, intentOf } from '../subscription/remote-customer.ts';
import type { Payment } from './payment.entity.ts';

/** https://docs.stripe.com/api/invoices/object#invoice_object-status */
const statusOf = (invoice: Stripe.Invoice, refunded: number): Payment['status'] => {
  if (invoice.status === 'paid') return refunded > 0 && refunded >= invoice.amount_paid ? 'refunded' : 'succeeded';
  if (invoice.status === 'open') return invoice.attempt_count > 0 ? 'failed' : 'pending';
  return 'failed';
};

/**
 * What a member sees of an invoice of theirs; `null` while it is a draft or once it was voided. Amounts are cents.
 * @param refunds cents that were paid back, by payment intent
 */
export const paymentOfInvoice = (
  invoice: Stripe.Invoice,
  customerId: string,
  interval: Payment['interval'],
  refunds: ReadonlyMap<string, number>,
): Omit<Payment, 'id' | 'customer'> | null => {
  if (invoice.id === undefined || invoice.status === null || invoice.status === 'draft' || invoice.status === 'void') return null;
  const paymentIntentId = intentOf(invoice);
  const amount = invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due;
  const refunded = Math.min(amount, paymentIntentId === null ? 0 : (refunds.get(paymentIntentId) ?? 0));
  return {
    invoiceId: invoice.id,
    customerId,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: statusOf(invoice, refunded),
    interval,
    amount,
    amountRefunded: refunded,
    currency: invoice.currency,
    paymentIntentId,
    attempts: invoice.attempt_count,
    invoiceUrl: invoice.hosted_invoice_url ?? null,
    paidAt: dateOf(invoice),
  };
};
