import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import {
  integer,
  isWithin,
  mergeMetadata,
  metadata,
  notSimulated,
  oneOf,
  optional,
  range,
  text,
} from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { refundCharge } from '../billing/refund.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { invalidRequest } from '../stripe-error.ts';
import type { StripeTables } from '../tables.ts';
import { MAX_AMOUNT } from './prices.resource.ts';

/** The charge that a refund is asked of. Source: API reference, "Create a refund". @throws StripeError 400 */
const chargeToRefund = (
  account: StripeAccount,
  { charge, payment_intent: intentId }: { charge: string | undefined; payment_intent: string | undefined },
): StripeTables['charges'] => {
  if (charge !== undefined && intentId !== undefined)
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.', 'charge');
  if (charge !== undefined) return account.find('charges', charge, 'charge');
  if (intentId === undefined)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'charge',
      'parameter_missing',
    );
  const { latest_charge: latest, status } = account.find('paymentIntents', intentId, 'payment_intent');
  if (latest === null || status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  return account.find('charges', latest, 'payment_intent');
};

export const paymentRoutes: StripeRoute[] = [
  route(
    'GET',
    '/v1/payment_intents',
    { ...PAGE_SHAPE, created: optional(range()), customer: optional(text()) },
    (account, params) => {
      const all =
        params.customer === undefined
          ? account.store.all('paymentIntents')
          : account.store.where('paymentIntents', 'customer', params.customer);
      return listPage(
        all.filter((each) => isWithin(params.created, each.created)),
        params,
        '/v1/payment_intents',
      );
    },
  ),
  route('GET', '/v1/payment_intents/:id', { client_secret: optional(text()) }, (account, _params, { id }) =>
    account.find('paymentIntents', id),
  ),
  route(
    'POST',
    '/v1/payment_intents/:id',
    { metadata: optional(metadata()), description: optional(text()) },
    (account, params, { id }) => {
      const intent = account.find('paymentIntents', id);
      return account.change('paymentIntents', intent, {
        metadata: mergeMetadata(intent.metadata, params.metadata),
        description: params.description ?? intent.description,
      });
    },
  ),
  route(
    'GET',
    '/v1/charges',
    {
      ...PAGE_SHAPE,
      created: optional(range()),
      customer: optional(text()),
      payment_intent: optional(text()),
    },
    (account, params) => {
      const all =
        params.payment_intent !== undefined
          ? account.store.where('charges', 'payment_intent', params.payment_intent)
          : params.customer !== undefined
            ? account.store.where('charges', 'customer', params.customer)
            : account.store.all('charges');
      const found = all.filter(
        (each) =>
          isWithin(params.created, each.created) &&
          (params.customer === undefined || each.customer === params.customer),
      );
      return listPage(found, params, '/v1/charges');
    },
  ),
  route('GET', '/v1/charges/:id', {}, (account, _params, { id }) => account.find('charges', id)),
  route(
    'POST',
    '/v1/refunds',
    {
      charge: optional(text()),
      payment_intent: optional(text()),
      amount: optional(integer(1, MAX_AMOUNT)),
      reason: optional(oneOf(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata: optional(metadata()),
      refund_application_fee: notSimulated(),
      reverse_transfer: notSimulated(),
      instructions_email: notSimulated(),
    },
    (account, params) => {
      const charge = chargeToRefund(account, params);
      return refundCharge(account, charge, {
        amount: params.amount,
        reason: params.reason ?? null,
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  route(
    'GET',
    '/v1/refunds',
    { ...PAGE_SHAPE, created: optional(range()), charge: optional(text()), payment_intent: optional(text()) },
    (account, params) => {
      const { store } = account;
      const all =
        params.charge !== undefined
          ? store.where('refunds', 'charge', params.charge)
          : params.payment_intent !== undefined
            ? store.where('refunds', 'payment_intent', params.payment_intent)
            : store.all('refunds');
      return listPage(
        all.filter((each) => isWithin(params.created, each.created)),
        params,
        '/v1/refunds',
      );
    },
  ),
  route('POST', '/v1/refunds/:id', { metadata: optional(metadata()) }, (account, params, { id }) => {
    const refund = account.find('refunds', id);
    return account.change(
      'refunds',
      refund,
      { metadata: mergeMetadata(refund.metadata ?? {}, params.metadata) },
      'refund.updated',
    );
  }),
  route('GET', '/v1/refunds/:id', {}, (account, _params, { id }) => account.find('refunds', id)),
];
