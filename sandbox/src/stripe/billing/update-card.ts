import type { StripeAccount } from '../stripe-account.ts';
import type { StripeTables } from '../tables.ts';
import { createCard, type CardKind } from './card.ts';

/**
 * A new card that pays the customer's subscriptions from now on. Invoices that failed wait for their next retry or for
 * the customer to pay them. Source: Stripe documentation, "Customer portal deep links", payment method update.
 */
export const updateCard = (account: StripeAccount, customer: StripeTables['customers'], kind: CardKind): void => {
  const card = createCard(account, kind, customer.id, customer.email);
  account.change(
    'customers',
    customer,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id } },
    'customer.updated',
  );
  for (const subscription of account.store.where('subscriptions', 'customer', customer.id)) {
    if (subscription.status !== 'canceled')
      account.change(
        'subscriptions',
        subscription,
        { default_payment_method: card.id },
        'customer.subscription.updated',
      );
  }
};
