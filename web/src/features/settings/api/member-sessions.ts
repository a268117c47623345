import { endSessions, listSessions } from '@lectern/contracts/identity/session-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callMember } from '../../../lib/call-member.ts';

/** Where the member is signed in. */
export const memberSessionsQuery = queryOptions({
  queryKey: ['member', 'sessions'],
  queryFn: ({ signal }) => callMember(listSessions, { signal }),
  staleTime: 0,
});

export const endMemberSessions = (body: BodyOf<typeof endSessions>) => callMember(endSessions, { body });
