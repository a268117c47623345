import { deleteBootcampRegistration, listBootcampRegistrations } from '@lectern/contracts/registrations/admin-http';
import type { BootcampRegistration } from '@lectern/contracts/registrations/admin-model';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const bootcampList: AdminListSource<BootcampRegistration> = {
  key: 'bootcamp',
  exportKind: 'bootcamp',
  ask: (query, signal) => callAdmin(listBootcampRegistrations, { query, signal }),
};

/** Deletes a registration; the response's message says what happens to its payment. */
export const removeBootcampRegistration = (id: string) => callAdmin(deleteBootcampRegistration, { params: { id } });
