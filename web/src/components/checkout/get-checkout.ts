import { getCheckout } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { pollInterval } from './poll-interval.ts';

/** Where a checkout stands. Asks again by itself while the payment is being confirmed. */
export const checkoutQuery = (sessionId: string, since: number) =>
  queryOptions({
    queryKey: ['checkout', sessionId],
    queryFn: ({ signal }) => call(getCheckout, { params: { sessionId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' ? pollInterval(state.dataUpdateCount, Date.now() - since) : false,
  });
