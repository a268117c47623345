import { listAdminActions } from '@lectern/contracts/identity/http';
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

/** Every action of administrators, page by page. */
export const actionList: AdminListSource<AdminAction> = {
  key: 'activity',
  ask: (query, signal) => callAdmin(listAdminActions, { query, signal }),
};
