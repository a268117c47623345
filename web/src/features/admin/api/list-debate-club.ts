import { listDebateClubRegistrations } from '@lectern/contracts/registrations/http';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';
import { toPage } from '../to-page.ts';

const PAGE_SIZE = 50;

export interface DebateClubView {
  q: string;
  status: string;
}

/** The debate club's registrations, searched and filtered by the server, page by page. */
export const debateClubQuery = ({ q, status }: DebateClubView) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'debate-club', { q, status }],
    queryFn: async ({ pageParam, signal }) =>
      toPage(
        await callAdmin(listDebateClubRegistrations, {
          query: {
            limit: PAGE_SIZE,
            cursor: pageParam ?? undefined,
            q: q === '' ? undefined : q,
            status: status === 'all' ? undefined : status,
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
