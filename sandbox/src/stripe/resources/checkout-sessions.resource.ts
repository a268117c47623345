import { isWebAddress } from '../api/web-address.ts';
import type { StripeTables, SessionTerms } from '../tables.ts';
import { expireCheckout, setDiscount, type CheckoutSession } from '../billing/checkout.ts';
import { MINIMUM_CHARGE } from '../billing/collect-invoice.ts';
import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import { hash, isWithin, mergeMetadata, metadata, oneOf, optional, range, text, type ParamsOf } from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest, StripeError } from '../stripe-error.ts';
import { stripeId } from '../stripe-id.ts';
import { SESSION_SHAPE } from './checkout-session-shape.ts';
import { createPrice, createProductOf, MAX_AMOUNT } from './prices.resource.ts';

type Params = ParamsOf<typeof SESSION_SHAPE>;
type Line = SessionTerms['lines'][number];

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

function createSession(account: StripeAccount, params: Params): CheckoutSession {
  assertUrls(params);
  if (params.mode === 'setup') throw invalidRequest("The sandbox does not simulate mode 'setup'.", 'mode', 'not_simulated');
  if (params.customer !== undefined && params.customer_email !== undefined) throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer_email');
  if (params.allow_promotion_codes === true && params.discounts !== undefined) throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts');
  assertModeFits(params);
  if (params.customer !== undefined) account.find('customers', params.customer, 'customer');
  if (params.customer_email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(params.customer_email)) throw invalidRequest(`Invalid email address: ${params.customer_email}`, 'customer_email', 'email_invalid');

  const lines = readLines(account, params);
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0);
  if (subtotal > MAX_AMOUNT) throw invalidRequest(`The Checkout Session's total amount must be no more than $${(MAX_AMOUNT / 100).toLocaleString('en-US')} USD`, 'line_items', 'amount_too_large');
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
    throw new StripeError(400, { code: 'amount_too_small', message: "The Checkout Session's total amount due must add up to at least $0.50 usd" });
  }
  return priced;
}

function newSession(account: StripeAccount, id: string, params: Params, lines: Line[], subtotal: number, expiresAt: number): CheckoutSession {
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
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer !== undefined ? null : isSubscription ? 'always' : (params.customer_creation ?? (params.invoice_creation?.enabled === true ? 'always' : 'if_required')),
    customer_details: params.customer_email === undefined ? null : { address: null, business_name: null, email: params.customer_email, individual_name: null, name: null, phone: null, tax_exempt: 'none', tax_ids: null },
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: isSubscription
      ? null
      : { enabled: params.invoice_creation?.enabled ?? false, invoice_data: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: null, metadata: mergeMetadata({}, params.invoice_creation?.invoice_data?.metadata), rendering_options: null } },
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
    payment_method_types: ['card'],
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
}

function assertUrls(params: Params): void {
  if (params.success_url === undefined) throw invalidRequest('Missing required param: success_url.', 'success_url', 'parameter_missing');
  for (const name of ['success_url', 'cancel_url'] as const) {
    const url = params[name];
    if (url !== undefined && !isWebAddress(url)) throw invalidRequest('Not a valid URL', name, 'url_invalid');
  }
}

function assertModeFits(params: Params): void {
  if (params.line_items === undefined || params.line_items.length === 0) throw invalidRequest(`Missing required param: line_items.`, 'line_items', 'parameter_missing');
  if (params.mode === 'subscription' && params.payment_intent_data !== undefined) throw invalidRequest('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  if (params.mode === 'subscription' && params.customer_creation !== undefined) throw invalidRequest('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation');
  if (params.mode === 'subscription' && params.invoice_creation?.enabled === true) throw invalidRequest('`invoice_creation` can only be used in `payment` mode.', 'invoice_creation');
  if (params.mode === 'payment' && params.subscription_data !== undefined) throw invalidRequest('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
}

function expiryOf(asked: number | undefined, now: number): number {
  if (asked === undefined) return now + DAY;
  if (asked < now + 30 * MINUTE) throw invalidRequest('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', 'expires_at');
  if (asked > now + DAY) throw invalidRequest('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at');
  return asked;
}

function readLines(account: StripeAccount, params: Params): Line[] {
  const lines = (params.line_items ?? []).map((item, index) => {
    const name = `line_items[${index}]`;
    const price = readPrice(account, item, name);
    if (!price.active) throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, `${name}[price]`);
    if (item.quantity === undefined) throw invalidRequest(`Quantity is required. Add \`quantity\` to \`${name}\``, `${name}[quantity]`, 'parameter_missing');
    if (params.mode === 'payment' && price.recurring !== null) throw invalidRequest('You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.', name);
    const amount = (price.unit_amount ?? 0) * item.quantity;
    return {
      id: stripeId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: account.store.get('products', price.product)?.name ?? null,
      metadata: mergeMetadata({}, item.metadata),
      price,
      quantity: item.quantity,
    } satisfies Line;
  });
  if (new Set(lines.map((line) => line.currency)).size > 1) throw invalidRequest('All line items must have the same currency.', 'line_items');
  if (params.currency !== undefined && params.currency !== lines[0]?.currency) throw invalidRequest('The currency must be that of the prices.', 'currency');
  if (params.mode === 'subscription' && !lines.some((line) => line.price.recurring !== null)) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', 'line_items');
  }
  return lines;
}

type LineParams = NonNullable<Params['line_items']>[number];

function readPrice(account: StripeAccount, item: LineParams, name: string): StripeTables['prices'] {
  if ((item.price === undefined) === (item.price_data === undefined)) throw invalidRequest('You must specify either `price` or `price_data` when passing `line_items`.', name);
  if (item.price !== undefined) return account.find('prices', item.price, `${name}[price]`);
  const data = item.price_data;
  if (data === undefined) throw invalidRequest(`Missing required param: ${name}[price_data].`, name, 'parameter_missing');
  const product = data.product === undefined ? createProductOf(account, data.product_data) : account.find('products', data.product, `${name}[price_data][product]`);
  return createPrice(account, { product: product.id, currency: data.currency, unit_amount: data.unit_amount, recurring: data.recurring }, false);
}

export const checkoutSessionRoutes: StripeRoute[] = [
  route('POST', '/v1/checkout/sessions', SESSION_SHAPE, createSession),
  route(
    'GET',
    '/v1/checkout/sessions',
    {
      ...PAGE_SHAPE,
      created: optional(range()),
      customer: optional(text()),
      customer_details: optional(hash({ email: text() })),
      payment_intent: optional(text()),
      status: optional(oneOf(['complete', 'expired', 'open'])),
      subscription: optional(text()),
    },
    (account, params) => {
      const { store } = account;
      const all =
        params.customer !== undefined
          ? store.where('checkoutSessions', 'customer', params.customer)
          : params.subscription !== undefined
            ? store.where('checkoutSessions', 'subscription', params.subscription)
            : params.payment_intent !== undefined
              ? store.where('checkoutSessions', 'payment_intent', params.payment_intent)
              : store.all('checkoutSessions');
      const found = all.filter(
        (each) =>
          (params.subscription === undefined || each.subscription === params.subscription) &&
          (params.payment_intent === undefined || each.payment_intent === params.payment_intent) &&
          (params.status === undefined || each.status === params.status) &&
          (params.customer_details === undefined || each.customer_details?.email === params.customer_details.email) &&
          isWithin(params.created, each.created),
      );
      return listPage(found.sort((a, b) => a.created - b.created), params, '/v1/checkout/sessions');
    },
  ),
  route('GET', '/v1/checkout/sessions/:id', {}, (account, _params, { id }) => account.find('checkoutSessions', id)),
  route('POST', '/v1/checkout/sessions/:id', { metadata: optional(metadata()) }, (account, params, { id }) => {
    const session = account.find('checkoutSessions', id);
    return account.change('checkoutSessions', session, { metadata: mergeMetadata(session.metadata ?? {}, params.metadata) });
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', {}, (account, _params, { id }) => expireCheckout(account, account.find('checkoutSessions', id))),
  route('GET', '/v1/checkout/sessions/:id/line_items', PAGE_SHAPE, (account, params, { id }) => {
    account.find('checkoutSessions', id);
    // Lines stand in the order they were given in, so that the list is read from its other end.
    return listPage((account.store.get('sessionTerms', id)?.lines ?? []).toReversed(), params, `/v1/checkout/sessions/${id}/line_items`);
  }),
];
