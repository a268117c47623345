import { listPrograms } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { membershipPrices } from '../membership-prices.ts';

/** The prices of the debate club with the payment provider's ids. */
export const pricesQuery = queryOptions({
  queryKey: ['programs', 'debate-club-prices'],
  queryFn: async ({ signal }) => membershipPrices(await call(listPrograms, { signal })),
});
