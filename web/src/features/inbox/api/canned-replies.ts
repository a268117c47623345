import * as http from '@lectern/contracts/messaging/canned-reply-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const cannedRepliesQuery = queryOptions({
  queryKey: ['admin', 'canned-replies'],
  queryFn: ({ signal }) => callAdmin(http.listCannedReplies, { signal }),
});

export const addCannedReply = async (body: BodyOf<typeof http.addCannedReply>) => ({
  saved: await callAdmin(http.addCannedReply, { body }),
});

export const editCannedReply = ({ id, ...body }: BodyOf<typeof http.editCannedReply> & { id: string }) =>
  saveOrLearn(
    () => callAdmin(http.editCannedReply, { params: { id }, body }),
    async () => {
      const current = (await callAdmin(http.listCannedReplies, {})).items.find((reply) => reply.id === id);
      if (current === undefined) throw new Error('This canned reply no longer exists. It may have been deleted.');
      return current;
    },
  );

export const removeCannedReply = (id: string) => callAdmin(http.deleteCannedReply, { params: { id } });
