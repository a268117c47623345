import { dashboardCounts } from '@lectern/contracts/system/http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Milliseconds between refreshes of the dashboard (specification, section 9, "Limits"). */
const REFRESH_MS = 30_000;

export const countsQuery = queryOptions({
  queryKey: ['admin', 'counts'],
  queryFn: ({ signal }) => callAdmin(dashboardCounts, { signal }),
  refetchInterval: REFRESH_MS,
});
