import { listMyEvents } from '@lectern/contracts/registrations/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** What each event costs the member and how they are entered. Asked anew at each visit: they may have entered or paid meanwhile. */
export const myEventsQuery = queryOptions({
  queryKey: ['member', 'events'],
  queryFn: ({ signal }) => callMember(listMyEvents, { signal }),
  staleTime: 0,
});
