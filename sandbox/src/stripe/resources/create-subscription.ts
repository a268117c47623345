import {
  hash,
  integer,
  list,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  optional,
  text,
  unsettable,
  withoutEffect,
  boolean,
  type ParamsOf,
} from '../api/param.ts';
import { redemptionOf } from '../billing/discount.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import type { StripeTables } from '../tables.ts';

/** Parameters of "Create a subscription" in the API version of the installed SDK. */
export const CREATE_SHAPE = {
  customer: text(),
  items: list(
    hash({
      price: text(),
      quantity: optional(integer(1, 999_999)),
      price_data: notSimulated(),
      discounts: notSimulated(),
      metadata: notSimulated(),
    }),
    20,
  ),
  metadata: optional(metadata()),
  description: optional(text(500)),
  default_payment_method: optional(text()),
  discounts: optional(list(hash({ coupon: optional(text()), promotion_code: optional(text()) }), 1)),
  trial_period_days: optional(integer(1, 730)),
  cancel_at_period_end: optional(boolean()),
  payment_behavior: optional(oneOf(['allow_incomplete', 'error_if_incomplete'])),
  collection_method: optional(oneOf(['charge_automatically'])),
  currency: optional(text(3)),
  off_session: withoutEffect(),
  payment_settings: withoutEffect(),
  proration_behavior: withoutEffect(),
  billing_mode: withoutEffect(),
  trial_settings: withoutEffect(),
  add_invoice_items: notSimulated(),
  automatic_tax: notSimulated(),
  backdate_start_date: notSimulated(),
  billing_cycle_anchor: notSimulated(),
  cancel_at: unsettable(notSimulated()),
  trial_end: notSimulated(),
};

type Params = ParamsOf<typeof CREATE_SHAPE>;

/**
 * A subscription without a checkout, its first period paid from the card on file. Source: API reference, "Create a
 * subscription"; a refused card answers as `error_if_incomplete` does.
 * @throws StripeError 400 or 402, with nothing done
 */
export const createDirectly = (account: StripeAccount, params: Params): Subscription => {
  const customer = account.find('customers', params.customer, 'customer');
  const items = readItems(account, params);
  const card = params.default_payment_method;
  if (card !== undefined && account.find('paymentMethods', card, 'default_payment_method').customer !== customer.id)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${card}. The payment method must be attached to the customer.`,
      'default_payment_method',
      'resource_missing',
    );
  const currency = items[0]?.price.currency ?? 'usd';
  if (params.currency !== undefined && params.currency !== currency)
    throw invalidRequest('The currency must be that of the prices.', 'currency');
  const asked = params.discounts?.[0];
  const subtotal = items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);
  const subscription = startSubscription(account, {
    customer: customer.id,
    items,
    metadata: mergeMetadata({}, params.metadata),
    description: params.description ?? null,
    redemption:
      asked === undefined
        ? null
        : redemptionOf(account, asked, { subtotal, currency, customer: customer.id }, 'discounts[0]'),
    paymentMethod: card ?? null,
    trialDays: params.trial_period_days ?? null,
  });
  return subscription;
};

const readItems = (account: StripeAccount, params: Params): { price: StripeTables['prices']; quantity: number }[] => {
  const items = params.items.map((item, index) => {
    const name = `items[${index}][price]`;
    const price = account.find('prices', item.price, name);
    if (!price.active)
      throw invalidRequest('The price specified is inactive. This field only accepts active prices.', name);
    if (price.recurring === null)
      throw invalidRequest(
        'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
        name,
      );
    return { price, quantity: item.quantity ?? 1 };
  });
  if (items.length === 0) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  if (new Set(items.map(({ price }) => price.id)).size < items.length)
    throw invalidRequest('Cannot add multiple subscription items with the same plan.', 'items');
  if (new Set(items.map(({ price }) => price.currency)).size > 1)
    throw invalidRequest('All prices on a subscription must have the same currency.', 'items');
  return items;
};
