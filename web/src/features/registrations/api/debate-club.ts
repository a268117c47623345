import type { Division, Plan } from '@lectern/contracts/fields';
import {
  createDebateClubRegistration,
  deleteDebateClubRegistration,
  listDebateClubEmails,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/http';
import type { DebateClubRegistration, DebateClubStatus } from '@lectern/contracts/registrations/model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { viewQuery, type ListView } from '../../../components/console/list-view.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const debateClubList: AdminListSource<DebateClubRegistration> = {
  key: 'debate-club',
  exportKind: 'debate-club',
  ask: (query, signal) => callAdmin(listDebateClubRegistrations, { query, signal }),
};

export const addMember = (body: BodyOf<typeof createDebateClubRegistration>) =>
  callAdmin(createDebateClubRegistration, { body });

/** Removes a registration from the list; the response's message says whether a subscription continues. */
export const removeRegistration = (id: string) => callAdmin(deleteDebateClubRegistration, { params: { id } });

/** Every email address of a view, including pages that are not loaded. */
export const emailsOf = async (view: ListView): Promise<string[]> => {
  const { q, status, division, billingCycle, registeredFrom, registeredUntil } = viewQuery(view);
  const query = {
    q,
    status: status as DebateClubStatus | undefined,
    division: division as Division | undefined,
    billingCycle: billingCycle as Plan | undefined,
    registeredFrom,
    registeredUntil,
  };
  return (await callAdmin(listDebateClubEmails, { query })).emails;
};
