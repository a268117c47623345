import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import { isWithin, optional, range, text } from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';

export const disputeRoutes: StripeRoute[] = [
  route(
    'GET',
    '/v1/disputes',
    { ...PAGE_SHAPE, created: optional(range()), charge: optional(text()), payment_intent: optional(text()) },
    ({ store }, params) => {
      const all =
        params.charge !== undefined
          ? store.where('disputes', 'charge', params.charge)
          : params.payment_intent !== undefined
            ? store.where('disputes', 'payment_intent', params.payment_intent)
            : store.all('disputes');
      return listPage(
        all.filter((each) => isWithin(params.created, each.created)),
        params,
        '/v1/disputes',
      );
    },
  ),
  route('GET', '/v1/disputes/:id', {}, (account, _params, { id }) => account.find('disputes', id)),
];
