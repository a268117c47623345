import { deleteWorkshopRegistration, listWorkshopRegistrations } from '@lectern/contracts/registrations/admin-http';
import type { WorkshopRegistration } from '@lectern/contracts/registrations/admin-model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const workshopList: AdminListSource<WorkshopRegistration> = {
  key: 'workshops',
  exportKind: 'workshops',
  ask: (query, signal) => callAdmin(listWorkshopRegistrations, { query, signal }),
};

/** Deletes a sign-up; its seat goes to the first of the waitlist. */
export const removeWorkshopRegistration = (id: string) => callAdmin(deleteWorkshopRegistration, { params: { id } });
