import { isEmailAddress } from '../api/email-address.ts';
import { mergeMetadata, type ParamsOf } from '../api/param.ts';
import { isWebAddress } from '../api/web-address.ts';
import { setDiscount, type CheckoutSession } from '../billing/checkout.ts';
import { MINIMUM_CHARGE } from '../billing/collect-invoice.ts';
import { offeredTypes } from '../billing/payment-method-types.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import { readLines } from './checkout-session-lines.ts';
import type { SESSION_SHAPE } from './checkout-session-shape.ts';
import { newSession } from './new-checkout-session.ts';
import { MAX_AMOUNT } from './prices.resource.ts';

type Params = ParamsOf<typeof SESSION_SHAPE>;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * A new open session. Source: Stripe API reference, "Create a Checkout Session".
 * @throws StripeError 400 when the parameters contradict each other or the sum cannot be charged
 */
export const createSession = (account: StripeAccount, params: Params): CheckoutSession => {
  assertUrls(params);
  if (params.mode === 'setup')
    throw invalidRequest("The sandbox does not simulate mode 'setup'.", 'mode', 'not_simulated');
  if (params.customer !== undefined && params.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
  if (params.allow_promotion_codes === true && params.discounts !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'discounts',
    );
  assertModeFits(params);
  if (params.customer !== undefined) account.find('customers', params.customer, 'customer');
  if (params.customer_email !== undefined && !isEmailAddress(params.customer_email))
    throw invalidRequest(`Invalid email address: ${params.customer_email}`, 'customer_email', 'email_invalid');
  if (offeredTypes(params.allowed_payment_method_types).length === 0)
    throw invalidRequest(
      'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard.',
      'allowed_payment_method_types',
    );

  const lines = readLines(account, params);
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0);
  if (subtotal > MAX_AMOUNT)
    throw invalidRequest(
      `The Checkout Session's total amount must be no more than $${(MAX_AMOUNT / 100).toLocaleString('en-US')} USD`,
      'line_items',
      'amount_too_large',
    );
  const now = account.now();
  const id = stripeId('cs_test', 58);
  const session = newSession(account, id, params, lines, subtotal, expiryOf(params.expires_at, now));
  account.add('checkoutSessions', session);
  account.store.put('sessionTerms', {
    id,
    lines,
    subscriptionMetadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscriptionDescription: params.subscription_data?.description ?? null,
    trialDays: params.subscription_data?.trial_period_days ?? null,
    paymentMetadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    paymentDescription: params.payment_intent_data?.description ?? null,
    createsInvoice: params.invoice_creation?.enabled === true,
    invoiceMetadata: mergeMetadata({}, params.invoice_creation?.invoice_data?.metadata),
    paymentIntent: null,
  });
  const discount = params.discounts?.[0];
  const priced = discount === undefined ? session : setDiscount(account, session, discount);
  const total = priced.amount_total ?? 0;
  if (priced.mode === 'payment' && total > 0 && total < MINIMUM_CHARGE) {
    throw new StripeError(400, {
      code: 'amount_too_small',
      message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
    });
  }
  return priced;
};

const assertUrls = (params: Params): void => {
  if (params.success_url === undefined)
    throw invalidRequest('Missing required param: success_url.', 'success_url', 'parameter_missing');
  for (const name of ['success_url', 'cancel_url'] as const) {
    const url = params[name];
    if (url !== undefined && !isWebAddress(url)) throw invalidRequest('Not a valid URL', name, 'url_invalid');
  }
};

const assertModeFits = (params: Params): void => {
  if (params.line_items === undefined || params.line_items.length === 0)
    throw invalidRequest(`Missing required param: line_items.`, 'line_items', 'parameter_missing');
  if (params.mode === 'subscription' && params.payment_intent_data !== undefined)
    throw invalidRequest('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  if (params.mode === 'subscription' && params.customer_creation !== undefined)
    throw invalidRequest('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation');
  if (params.mode === 'subscription' && params.invoice_creation?.enabled === true)
    throw invalidRequest('`invoice_creation` can only be used in `payment` mode.', 'invoice_creation');
  if (params.mode === 'payment' && params.subscription_data !== undefined)
    throw invalidRequest('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
};

const expiryOf = (asked: number | undefined, now: number): number => {
  if (asked === undefined) return now + DAY;
  if (asked < now + 30 * MINUTE)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  if (asked > now + DAY)
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  return asked;
};
