import { mergeMetadata, type ParamsOf } from '../api/param.ts';
import type { CheckoutSession } from '../billing/checkout.ts';
import { offeredTypes } from '../billing/payment-method-types.ts';
import type { StripeAccount } from '../stripe-account.ts';
import type { SessionTerms } from '../tables.ts';
import type { SESSION_SHAPE } from './checkout-session-shape.ts';

type Params = ParamsOf<typeof SESSION_SHAPE>;
type Line = SessionTerms['lines'][number];

/** An open session as Stripe shows it. `subtotal` is cents, `expiresAt` unix seconds. */
export const newSession = (
  account: StripeAccount,
  id: string,
  params: Params,
  lines: Line[],
  subtotal: number,
  expiresAt: number,
): CheckoutSession => {
  const isSubscription = params.mode === 'subscription';
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: subtotal,
    amount_total: subtotal,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.now(),
    currency: lines[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation:
      params.customer !== undefined
        ? null
        : isSubscription
          ? 'always'
          : (params.customer_creation ?? (params.invoice_creation?.enabled === true ? 'always' : 'if_required')),
    customer_details:
      params.customer_email === undefined
        ? null
        : {
            address: null,
            business_name: null,
            email: params.customer_email,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: null,
          },
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: isSubscription
      ? null
      : {
          enabled: params.invoice_creation?.enabled ?? false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: mergeMetadata({}, params.invoice_creation?.invoice_data?.metadata),
            rendering_options: null,
          },
        },
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode,
    optional_items: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? (isSubscription ? 'always' : 'if_required'),
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: offeredTypes(params.allowed_payment_method_types),
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${account.publicUrl}/stripe/checkout/${id}`,
    wallet_options: null,
  };
};
