import { deleteTournamentRegistration, listTournamentRegistrations } from '@lectern/contracts/registrations/http';
import type { TournamentRegistration } from '@lectern/contracts/registrations/model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const tournamentList: AdminListSource<TournamentRegistration> = {
  key: 'tournaments',
  exportKind: 'tournaments',
  ask: (query, signal) => callAdmin(listTournamentRegistrations, { query, signal }),
};

/** Deletes an entry; the response's message says what happens to its payment. */
export const removeEntry = (id: string) => callAdmin(deleteTournamentRegistration, { params: { id } });
