import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import { planChange, type PriceChange } from './change-price.ts';
import { settle } from './collect-invoice.ts';
import { runningDiscounts } from './discount.ts';
import { type Invoice, type InvoiceTerms, newInvoice } from './draft-invoice.ts';
import { currentPeriodEnd, itemLines, itemsOfNextPeriod, type Subscription } from './subscription.ts';

/** The invoice that is due immediately for another price; nothing is stored. Source: API reference, "Create a preview invoice". */
export const previewChange = (account: StripeAccount, subscription: Subscription, change: PriceChange): Invoice => {
  const { invoice } = planChange(account, subscription, change);
  if (invoice === null)
    throw invalidRequest(
      'The sandbox simulates previews of a change to another interval alone.',
      'subscription_details',
      'not_simulated',
    );
  return settled(newInvoice(account, { ...invoice, reason: 'upcoming' }, stripeId('upcoming_in')), invoice.customer);
};

/** The preview with the customer's balance applied. */
const settled = (invoice: Invoice, { balance }: InvoiceTerms['customer']): Invoice => {
  const { due, endingBalance } = settle(invoice.total + balance);
  return { ...invoice, amount_due: due, amount_remaining: due, ending_balance: endingBalance };
};

/**
 * The invoice of the subscription's next renewal, as far as it is known now; nothing is stored. Source: API reference, "Create a preview
 * invoice", and "The Invoice object" (`id`, `amount_due`).
 * @throws StripeError 404 `invoice_upcoming_none` for a subscription that does not renew
 */
export const previewRenewal = (account: StripeAccount, subscription: Subscription): Invoice => {
  if (subscription.status === 'canceled' || subscription.cancel_at !== null)
    throw new StripeError(404, {
      code: 'invoice_upcoming_none',
      message: `No upcoming invoices for customer: ${subscription.customer}`,
    });
  const customer = account.find('customers', subscription.customer);
  const next = { ...subscription, items: itemsOfNextPeriod(subscription) };
  const end = currentPeriodEnd(subscription);
  const invoice = newInvoice(
    account,
    {
      customer,
      subscription: next,
      lines: itemLines(next),
      discounts: runningDiscounts(account, subscription.discounts, end),
      reason: 'upcoming',
      period: { start: subscription.items.data[0]?.current_period_start ?? account.now(), end },
      currency: subscription.currency,
      metadata: {},
      finalizesAt: null,
    },
    stripeId('upcoming_in'),
  );
  return { ...settled(invoice, customer), created: end };
};
