import type { TimelineKind } from '@lectern/contracts/person-timeline';
import { getPersonTimeline, searchPeople } from '@lectern/contracts/system/people-http';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The minimum length of a search that the server accepts. */
export const SHORTEST_SEARCH = 2;

/** Searches people by name or email address. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'search', q],
    queryFn: ({ signal }) => callAdmin(searchPeople, { query: { q }, signal }),
    enabled: q.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The timeline of an email address, of one kind or of all kinds, page by page. */
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
