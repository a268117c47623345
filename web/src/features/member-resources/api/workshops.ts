import { cancelWorkshopSeat, signUpForWorkshop } from '@lectern/contracts/registrations/workshop-http';
import { callMember } from '../../../lib/call-member.ts';

/** Takes a seat, or a position on the waitlist. A retry with the same `idempotencyKey` gets the same answer. */
export const signUp = (id: string, idempotencyKey: string) =>
  callMember(signUpForWorkshop, { params: { id }, idempotencyKey });

/** Gives up the seat, or the position on the waitlist. Repeating it has no second effect. */
export const giveUpSeat = (id: string) => callMember(cancelWorkshopSeat, { params: { id } });
