import { listReconciliations } from '@lectern/contracts/billing/admin-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The latest reconciliations with the payment provider, newest first. */
export const reconciliationsQuery = queryOptions({
  queryKey: ['admin', 'reconciliations'],
  queryFn: ({ signal }) => callAdmin(listReconciliations, { signal }),
});
