import { listRecordings } from '@lectern/contracts/content/http';
import type { Recording } from '@lectern/contracts/content/model';
import type { Page } from '@lectern/contracts/page';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

export const PAGE_SIZE = 12;

/** Newest first, page by page. Requested again when the membership changes, because the links depend on it. */
export const recordingsQuery = (isActive: boolean) =>
  infiniteQueryOptions({
    queryKey: ['member', 'recordings', { isActive }],
    queryFn: async ({ pageParam, signal }): Promise<Page<Recording>> => {
      const answer = await callMember(listRecordings, {
        query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      });
      return Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
