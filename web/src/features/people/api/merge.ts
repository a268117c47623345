import { getMerge, mergePeople, type MergePreviewed, previewMerge } from '@lectern/contracts/system/merge-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

const POLL_MS = 1_000;

/**
 * The preview of a merge of the people of two email addresses. The second one goes into the first, or the other way around where only the
 * second has an account.
 */
export const mergePreviewQuery = (email: string, otherEmail: string) =>
  queryOptions({
    queryKey: ['admin', 'merge-preview', email.toLowerCase(), otherEmail.toLowerCase()],
    queryFn: async ({ signal }): Promise<MergePreviewed> => {
      const preview = (oldEmail: string, newEmail: string) =>
        callAdmin(previewMerge, { query: { oldEmail, newEmail }, signal });
      const { from, into, parts } = await preview(otherEmail, email);
      return from.account !== 'none' && into.account === 'none' ? preview(email, otherEmail) : { from, into, parts };
    },
    staleTime: 0,
    retry: false,
  });

/** Merges two people; the response's message says what follows. */
export const merge = (body: BodyOf<typeof mergePeople>) => callAdmin(mergePeople, { body });

/** How far a merge is, until every part of the system has confirmed it. */
export const mergeQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'merges', id],
    queryFn: ({ signal }) => callAdmin(getMerge, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.waitingFor.length === 0 ? false : POLL_MS),
    staleTime: 0,
  });
