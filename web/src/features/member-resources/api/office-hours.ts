import { cancelOfficeHours, listOfficeHours, requestOfficeHours } from '@lectern/contracts/registrations/member-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callMember } from '../../../lib/call-member.ts';

/** The times that can be requested, and the member's own. */
export const officeHoursQuery = queryOptions({
  queryKey: ['member', 'office-hours'],
  queryFn: ({ signal }) => callMember(listOfficeHours, { signal }),
});

/** Repeating the same request has no second effect. */
export const requestSlot = (body: BodyOf<typeof requestOfficeHours>) => callMember(requestOfficeHours, { body });

/** Cancels the request and frees the slot. */
export const giveSlotBack = (id: string) => callMember(cancelOfficeHours, { params: { id } });
