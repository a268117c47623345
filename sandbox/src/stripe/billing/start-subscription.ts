import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import type { StripeTables } from '../tables.ts';
import { defaultCard, isDeclinedOffSession } from './card.ts';
import { payInvoice } from './collect-invoice.ts';
import { redeem, type Redemption } from './discount.ts';
import { openFirstInvoice } from './first-invoice.ts';
import { createSubscription, type Subscription, type SubscriptionTerms } from './subscription.ts';

/** The terms of a purchase without checkout; its discount is given as a redemption. */
export type DirectTerms = Omit<SubscriptionTerms, 'discounts'> & { redemption: Redemption | null };

/**
 * Subscribes a customer without a checkout and collects the first invoice from the card on file, if anything is due.
 * @throws StripeError 400 when something is due and there is no card, 402 when the card is refused; nothing is done then
 */
export const startSubscription = (account: StripeAccount, terms: DirectTerms): Subscription => {
  const { customer, redemption } = terms;
  const discount =
    redemption === null ? null : redeem(account, redemption, { customer, subscription: null, session: null });
  const subscription = createSubscription(account, {
    ...terms,
    discounts: discount !== null && redemption?.coupon.duration !== 'once' ? [discount.id] : [],
  });
  if (discount !== null) account.change('discounts', discount, { subscription: subscription.id });
  const invoice = openFirstInvoice(account, subscription, [], discount === null ? [] : [discount.id]);
  const card = defaultCard(account, customer, terms.paymentMethod);
  if (invoice.amount_due > 0) assertChargeable(card);
  payInvoice(account, invoice, card);
  return account.find('subscriptions', subscription.id);
};

const assertChargeable = (card: StripeTables['paymentMethods'] | undefined): void => {
  if (card === undefined)
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      undefined,
      'resource_missing',
    );
  if (isDeclinedOffSession(card))
    throw new StripeError(402, {
      type: 'card_error',
      code: 'card_declined',
      declineCode: 'generic_decline',
      message: 'Your card was declined.',
    });
};
