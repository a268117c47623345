import { listEventNotices, previewEventNotice } from '@lectern/contracts/registrations/event-notice-http';
import type { EventNotice } from '@lectern/contracts/registrations/event-notice-model';
import type { RouteResponse } from '@lectern/contracts/route';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

export type EventNotices = RouteResponse<typeof listEventNotices>;

/** The key is below that of the event's form, which is asked for again after each save. */
export const eventNoticesQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'event-notices', id],
    queryFn: ({ signal }) => callAdmin(listEventNotices, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  });

export const noticePreviewQuery = (id: string, notice: EventNotice) =>
  queryOptions({
    queryKey: ['admin', 'event-notice', id, notice],
    queryFn: ({ signal }) => callAdmin(previewEventNotice, { params: { id, notice }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
