import { listActionNames, listAdminActions } from '@lectern/contracts/identity/http';
import type { AdminAction } from '@lectern/contracts/identity/model';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../lib/call-admin.ts';
import type { AdminListSource } from './admin-list-source.ts';
import { toPage } from './to-page.ts';

const SHOWN = 10;

/** The latest actions of administrators, newest first. */
export const actionsQuery = queryOptions({
  queryKey: ['admin', 'actions'],
  queryFn: async ({ signal }) => toPage(await callAdmin(listAdminActions, { query: { limit: SHOWN }, signal })).items,
});

/** The recorded actions, page by page. Its filters are `adminId` and `action`. */
export const actionList: AdminListSource<AdminAction> = {
  key: 'activity',
  ask: (query, signal) => callAdmin(listAdminActions, { query, signal }),
};

/** The names of the recorded actions, for the filter. */
export const actionNamesQuery = queryOptions({
  queryKey: ['admin', 'action-names'],
  queryFn: async ({ signal }) => (await callAdmin(listActionNames, { signal })).names,
});
