import type { TimelineKind } from '@lectern/contracts/person-timeline';
import { getPersonTimeline, listPeople } from '@lectern/contracts/system/people-http';
import type { ListedPerson } from '@lectern/contracts/identity/listed-person';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { callAdmin } from '../../../lib/call-admin.ts';
import { isFollowing, type Renamed } from '../renamed.ts';

/** All people, page by page. Its filters are those of {@link listPeople}. */
export const peopleList: AdminListSource<ListedPerson> = {
  key: 'people',
  exportKind: 'people',
  ask: (query, signal) => callAdmin(listPeople, { query, signal }),
};

const AGAIN_MS = 1_000;

/** The timeline of an email address, of one kind or of all kinds, page by page. It is requested again while a corrected name has not arrived. */
export const personQuery = (email: string, kind: TimelineKind | null, renamed: Renamed | null = null) =>
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
    refetchInterval: ({ state }) => {
      const person = state.data?.pages[0]?.person;
      return person != null && renamed !== null && isFollowing(person, renamed, Date.now()) && AGAIN_MS;
    },
  });
