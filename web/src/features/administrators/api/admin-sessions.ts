import { endAdminSessions, listAdminSessions } from '@lectern/contracts/identity/session-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Where the administrator is signed in. */
export const adminSessionsQuery = queryOptions({
  queryKey: ['admin', 'sessions'],
  queryFn: ({ signal }) => callAdmin(listAdminSessions, { signal }),
  staleTime: 0,
});

export const endOwnAdminSessions = (body: BodyOf<typeof endAdminSessions>) => callAdmin(endAdminSessions, { body });
