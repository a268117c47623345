import {
  cloneQuarter,
  closeEvent,
  createEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
  reopenEvent,
} from '@lectern/contracts/registrations/admin-http';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';
import { saveOrLearn } from '../edit-outcome.ts';
import type { AdminListSource } from './admin-list.ts';

export const eventList: AdminListSource<AdminEvent> = {
  key: 'events',
  ask: (query, signal) => callAdmin(listAdminEvents, { query, signal }),
};

const getEvent = (id: string, signal?: AbortSignal) => callAdmin(getAdminEvent, { params: { id }, signal });

/** Asked for anew whenever its form is opened: an edit begins from what there is. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'event', id],
    queryFn: ({ signal }) => getEvent(id, signal),
    staleTime: 0,
    gcTime: 0,
  });

export const addEvent = (body: BodyOf<typeof createEvent>) => callAdmin(createEvent, { body });

/** Saves an edit, or learns what somebody else saved since the version that it began from. */
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

/** Makes what the preview showed and is not there yet. */
export const copyEvents = (source: CopySource) => callAdmin(cloneQuarter, { body: { ...source } });
