import { listWorkshops } from '@lectern/contracts/registrations/workshop-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

/** The workshops that are not over, soonest first, each with the member's own seat. */
export const workshopsQuery = queryOptions({
  queryKey: ['member', 'workshops'],
  queryFn: ({ signal }) => callMember(listWorkshops, { signal }),
});
