import { listAllOfficeHours } from '@lectern/contracts/registrations/office-hours-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

const SECONDS = 1_000;

/** The sessions that members have. Requested again: whether the hours still offer them follows a change within seconds. */
export const memberSessionsQuery = queryOptions({
  queryKey: ['admin', 'office-hours'],
  queryFn: ({ signal }) => callAdmin(listAllOfficeHours, { signal }),
  staleTime: 0,
  refetchInterval: 5 * SECONDS,
});
