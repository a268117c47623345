import { listMyEvents } from '@lectern/contracts/registrations/event-list-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** The member's price and entry for each event. Requested at each visit: they may have entered or paid since the last one. */
export const myEventsQuery = queryOptions({
  queryKey: ['member', 'events'],
  queryFn: ({ signal }) => callMember(listMyEvents, { signal }),
  staleTime: 0,
});
