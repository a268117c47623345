import { erasePerson, exportPerson, getErasure } from '@lectern/contracts/system/people-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin, callAdminForFile } from '../../../lib/call-admin.ts';

const POLL_MS = 1_000;

/** The file of everything that is kept of a person. */
export const downloadPerson = (email: string) => callAdminForFile(exportPerson, { query: { email } });

/** Erases a person; the response's message says what follows. */
export const erase = (body: BodyOf<typeof erasePerson>) => callAdmin(erasePerson, { body });

/** How far an erasure is, until every part of the system has confirmed it. */
export const erasureQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'erasures', id],
    queryFn: ({ signal }) => callAdmin(getErasure, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waitingFor.length === 0 ? false : POLL_MS),
    staleTime: 0,
  });
