import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import { hash, isWithin, mergeMetadata, metadata, oneOf, optional, range, text } from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { expireCheckout } from '../billing/checkout.ts';
import { SESSION_SHAPE } from './checkout-session-shape.ts';
import { createSession } from './create-checkout-session.ts';

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
      return listPage(
        found.sort((a, b) => a.created - b.created),
        params,
        '/v1/checkout/sessions',
      );
    },
  ),
  route('GET', '/v1/checkout/sessions/:id', {}, (account, _params, { id }) => account.find('checkoutSessions', id)),
  route('POST', '/v1/checkout/sessions/:id', { metadata: optional(metadata()) }, (account, params, { id }) => {
    const session = account.find('checkoutSessions', id);
    return account.change('checkoutSessions', session, {
      metadata: mergeMetadata(session.metadata ?? {}, params.metadata),
    });
  }),
  route('POST', '/v1/checkout/sessions/:id/expire', {}, (account, _params, { id }) =>
    expireCheckout(account, account.find('checkoutSessions', id)),
  ),
  route('GET', '/v1/checkout/sessions/:id/line_items', PAGE_SHAPE, (account, params, { id }) => {
    account.find('checkoutSessions', id);
    // Lines stand in the order they were given in, so that the list is read from its other end.
    return listPage(
      (account.store.get('sessionTerms', id)?.lines ?? []).toReversed(),
      params,
      `/v1/checkout/sessions/${id}/line_items`,
    );
  }),
];
