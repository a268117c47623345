import type { TimelineKind } from '@lectern/contracts/person-timeline';
import { getPersonTimeline, searchPeople } from '@lectern/contracts/system/people-http';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The shortest search that the server takes. */
export const SHORTEST_SEARCH = 2;

/** People by name or address. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'search', q],
    queryFn: ({ signal }) => callAdmin(searchPeople, { query: { q }, signal }),
    enabled: q.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Everything that is known of an address, of one kind or of all, page by page. */
export const personQuery = (email: string, kind: TimelineKind | null) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'people', email.toLowerCase(), kind],
    queryFn: ({ pageParam, signal }) =>
      callAdmin(getPersonTimeline, {
        query: { email, kind: kind ?? undefined, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
