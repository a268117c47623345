import { cancelOfficeHours, requestOfficeHours } from '@lectern/contracts/registrations/member-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callMember } from '../../../lib/call-member.ts';

/** Repeating the same request has no second effect. */
export const requestSlot = (body: BodyOf<typeof requestOfficeHours>) => callMember(requestOfficeHours, { body });

/** Cancels the request and frees the slot. */
export const giveSlotBack = (id: string) => callMember(cancelOfficeHours, { params: { id } });
