import type Stripe from 'stripe';
import { fromUnix, idOf } from '../stripe/expandable.ts';
import type { Payment } from './payment.entity.ts';

/** https://docs.stripe.com/api/invoices/object#invoice_object-status */
const statusOf = (invoice: Stripe.Invoice): Payment['status'] => {
  if (invoice.status === 'paid') return 'succeeded';
  if (invoice.status === 'open') return invoice.attempt_count > 0 ? 'failed' : 'pending';
  return 'failed';
};

/** What a member sees of an invoice of theirs; `null` while it is a draft or once it was voided. Amounts are cents. */
export const paymentOfInvoice = (
  invoice: Stripe.Invoice,
  customerId: string,
  interval: Payment['interval'],
): Omit<Payment, 'id' | 'customer'> | null => {
  if (invoice.id === undefined || invoice.status === null || invoice.status === 'draft' || invoice.status === 'void') return null;
  const paidAt = invoice.status_transitions.paid_at ?? invoice.created;
  return {
    invoiceId: invoice.id,
    customerId,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: statusOf(invoice),
    interval,
    amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    amountRefunded: 0,
    currency: invoice.currency,
    invoiceUrl: invoice.hosted_invoice_url ?? null,
    paidAt: fromUnix(paidAt),
  };
};
