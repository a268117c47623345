import {
  cloneQuarter,
  closeEvent,
  createEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
  reopenEvent,
} from '@lectern/contracts/registrations/admin-http';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The next one first, but the latest first where the list begins with past ones. */
const inOrder = ({ status }: { status?: string | undefined }) =>
  status === undefined || status === 'over' ? {} : { sort: 'datetime' };

export const eventList: AdminListSource<ShownEvent> = {
  key: 'events',
  ask: (query, signal) => callAdmin(listAdminEvents, { query: { ...query, ...inOrder(query) }, signal }),
};

const getEvent = (id: string, signal?: AbortSignal) => callAdmin(getAdminEvent, { params: { id }, signal });

/** Requested again whenever its form opens, so that an edit starts from the current version. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'event', id],
    queryFn: ({ signal }) => getEvent(id, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const addEvent = (body: BodyOf<typeof createEvent>) => callAdmin(createEvent, { body });

/** Saves an edit, or returns the conflict if another administrator saved since the edit's version. */
export const saveEvent = (id: string, body: BodyOf<typeof editEvent>) =>
  saveOrLearn(
    () => callAdmin(editEvent, { params: { id }, body }),
    () => getEvent(id),
  );

export const setRegistration = (id: string, change: 'close' | 'reopen') =>
  callAdmin(change === 'close' ? closeEvent : reopenEvent, { params: { id } });

/** An event or a quarter to copy. */
export type CopySource = { readonly eventId: string } | { readonly quarter: string };

export const previewQuery = (source: CopySource) =>
  queryOptions({
    queryKey: ['admin', 'clone-preview', source],
    queryFn: ({ signal }) => callAdmin(cloneQuarter, { body: { ...source, dryRun: true }, signal }),
    staleTime: 0,
  });

/** Creates the events of the preview that do not exist yet. */
export const copyEvents = (source: CopySource) => callAdmin(cloneQuarter, { body: { ...source } });
