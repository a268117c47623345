import { listPage, PAGE_SHAPE } from '../api/list-page.ts';
import { isWithin, notSimulated, optional, range, text } from '../api/param.ts';
import { route, type StripeRoute } from '../api/stripe-route.ts';
import { balanceOf } from '../billing/balance.ts';

/** Source: API reference, "Balance", "Balance Transactions" and "Payouts". */
export const balanceRoutes: StripeRoute[] = [
  route('GET', '/v1/balance', {}, (account) => {
    const { available, pending } = balanceOf(account);
    const usd = (amount: number): object[] => [{ amount, currency: 'usd', source_types: { card: amount } }];
    return { object: 'balance', available: usd(available), livemode: false, pending: usd(pending) };
  }),
  route(
    'GET',
    '/v1/balance_transactions',
    {
      ...PAGE_SHAPE,
      created: optional(range()),
      currency: notSimulated(),
      payout: optional(text()),
      source: optional(text()),
      type: optional(text()),
    },
    (account, params) => {
      const { store } = account;
      const { payout, source, type, created } = params;
      if (payout !== undefined) account.find('payouts', payout, 'payout');
      const all =
        source !== undefined ? store.where('balanceTransactions', 'source', source) : store.all('balanceTransactions');
      return listPage(
        all,
        params,
        '/v1/balance_transactions',
        (each) =>
          isWithin(created, each.created) &&
          (type === undefined || each.type === type) &&
          (payout === undefined || store.get('settlements', each.id)?.payout === payout),
      );
    },
  ),
  route('GET', '/v1/balance_transactions/:id', {}, (account, _params, { id }) =>
    account.find('balanceTransactions', id),
  ),
  route(
    'GET',
    '/v1/payouts',
    {
      ...PAGE_SHAPE,
      arrival_date: optional(range()),
      created: optional(range()),
      destination: notSimulated(),
      status: optional(text()),
    },
    ({ store }, params) =>
      listPage(
        store.all('payouts'),
        params,
        '/v1/payouts',
        (each) =>
          isWithin(params.created, each.created) &&
          isWithin(params.arrival_date, each.arrival_date) &&
          (params.status === undefined || each.status === params.status),
      ),
  ),
  route('GET', '/v1/payouts/:id', {}, (account, _params, { id }) => account.find('payouts', id)),
];
