import * as http from '@lectern/contracts/messaging/canned-reply-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const cannedRepliesQuery = queryOptions({
  queryKey: ['admin', 'canned-replies'],
  queryFn: ({ signal }) => callAdmin(http.listCannedReplies, { signal }),
});

export const addCannedReply = (body: BodyOf<typeof http.addCannedReply>) => callAdmin(http.addCannedReply, { body });

export const editCannedReply = ({ id, ...body }: BodyOf<typeof http.editCannedReply> & { id: string }) =>
  callAdmin(http.editCannedReply, { params: { id }, body });

export const removeCannedReply = (id: string) => callAdmin(http.deleteCannedReply, { params: { id } });
