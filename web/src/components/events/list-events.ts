import { listEvents } from '@lectern/contracts/registrations/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ signal }) => call(listEvents, { signal }),
});
