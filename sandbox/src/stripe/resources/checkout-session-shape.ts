import {
  boolean,
  hash,
  integer,
  list,
  metadata,
  notSimulated,
  oneOf,
  optional,
  text,
  withoutEffect,
} from '../api/param.ts';
import { PAYMENT_METHOD_TYPES } from '../billing/payment-method-types.ts';
import { currency, MAX_AMOUNT, productData, recurring } from './prices.resource.ts';

const priceData = hash({
  currency,
  unit_amount: integer(0, MAX_AMOUNT),
  product: optional(text()),
  product_data: optional(productData),
  recurring: optional(recurring),
  tax_behavior: withoutEffect(),
});

const lineItem = hash({
  price: optional(text()),
  price_data: optional(priceData),
  quantity: optional(integer(1, 999_999)),
  metadata: optional(metadata()),
  adjustable_quantity: notSimulated(),
  tax_rates: notSimulated(),
});

/** Parameters of "Create a Checkout Session" in the API version of the installed SDK. */
export const SESSION_SHAPE = {
  mode: oneOf(['payment', 'setup', 'subscription']),
  line_items: optional(list(lineItem)),
  customer: optional(text()),
  customer_email: optional(text(512)),
  customer_creation: optional(oneOf(['always', 'if_required'])),
  client_reference_id: optional(text(200)),
  metadata: optional(metadata()),
  success_url: optional(text()),
  cancel_url: optional(text()),
  expires_at: optional(integer(0)),
  allow_promotion_codes: optional(boolean()),
  discounts: optional(list(hash({ coupon: optional(text()), promotion_code: optional(text()) }), 1)),
  subscription_data: optional(
    hash({
      metadata: optional(metadata()),
      description: optional(text(500)),
      trial_period_days: optional(integer(1, 730)),
      trial_settings: withoutEffect(),
      billing_mode: withoutEffect(),
      trial_end: notSimulated(),
      billing_cycle_anchor: notSimulated(),
      default_tax_rates: notSimulated(),
    }),
  ),
  payment_intent_data: optional(
    hash({
      metadata: optional(metadata()),
      description: optional(text(1000)),
      receipt_email: withoutEffect(),
      statement_descriptor: withoutEffect(),
      statement_descriptor_suffix: withoutEffect(),
      setup_future_usage: withoutEffect(),
      capture_method: optional(oneOf(['automatic', 'automatic_async'])),
    }),
  ),
  invoice_creation: optional(
    hash({
      enabled: boolean(),
      invoice_data: optional(
        hash({ metadata: optional(metadata()), description: withoutEffect(), footer: withoutEffect() }),
      ),
    }),
  ),
  currency: optional(currency),
  locale: withoutEffect(),
  submit_type: optional(oneOf(['auto', 'book', 'donate', 'pay', 'subscribe'])),
  billing_address_collection: optional(oneOf(['auto', 'required'])),
  payment_method_collection: optional(oneOf(['always', 'if_required'])),
  ui_mode: optional(oneOf(['hosted_page'])),
  allowed_payment_method_types: optional(list(oneOf(PAYMENT_METHOD_TYPES))),
  integration_identifier: optional(text()),
  origin_context: withoutEffect(),
  adaptive_pricing: withoutEffect(),
  branding_settings: withoutEffect(),
  consent_collection: withoutEffect(),
  custom_text: withoutEffect(),
  customer_update: withoutEffect(),
  name_collection: withoutEffect(),
  payment_method_options: withoutEffect(),
  phone_number_collection: withoutEffect(),
  saved_payment_method_options: withoutEffect(),
  wallet_options: withoutEffect(),
  after_expiration: notSimulated(),
  automatic_tax: notSimulated(),
  custom_fields: notSimulated(),
  optional_items: notSimulated(),
  shipping_address_collection: notSimulated(),
  shipping_options: notSimulated(),
  tax_id_collection: notSimulated(),
};
