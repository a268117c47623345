import { listAdminActions } from '@lectern/contracts/identity/http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

const SHOWN = 10;

/** What administrators did last, newest first. */
export const actionsQuery = queryOptions({
  queryKey: ['admin', 'actions'],
  queryFn: async ({ signal }) => (await callAdmin(listAdminActions, { signal })).slice(0, SHOWN),
});
