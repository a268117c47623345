import { listPrograms } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The usual price of an event of each kind, in cents. */
export const programPricesQuery = queryOptions({
  queryKey: ['programs', 'event-prices'],
  queryFn: async ({ signal }) => {
    const programs = await call(listPrograms, { signal });
    const priceOf = (type: 'tournaments' | 'bootcamps'): number | null =>
      programs.find((program) => program.type === type)?.priceOnce ?? null;
    return { tournament: priceOf('tournaments'), bootcamp: priceOf('bootcamps'), workshop: 0 };
  },
});
