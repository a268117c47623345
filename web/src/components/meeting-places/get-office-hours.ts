import { listOfficeHours } from '@lectern/contracts/registrations/member-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

/** The times that can be requested, and the member's own. */
export const officeHoursQuery = queryOptions({
  queryKey: ['member', 'office-hours'],
  queryFn: ({ signal }) => callMember(listOfficeHours, { signal }),
});
