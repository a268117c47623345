import { readEventRoster } from '@lectern/contracts/registrations/admin-http';
import { deleteTournamentRegistration, listTournamentRegistrations } from '@lectern/contracts/registrations/http';
import type { TournamentRegistration } from '@lectern/contracts/registrations/model';
import { queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The numbers of a tournament's entries. Below the key of the list, so that they follow its changes. */
export const rosterQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'tournaments', 'roster', id],
    queryFn: ({ signal }) => callAdmin(readEventRoster, { params: { id }, signal }),
  });

export const tournamentList: AdminListSource<TournamentRegistration> = {
  key: 'tournaments',
  exportKind: 'tournaments',
  ask: (query, signal) => callAdmin(listTournamentRegistrations, { query, signal }),
};

/** Deletes an entry; the response's message says what happens to its payment. */
export const removeEntry = (id: string) => callAdmin(deleteTournamentRegistration, { params: { id } });
