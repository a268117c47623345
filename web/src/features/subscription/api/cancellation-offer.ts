import type { CancellationReason } from '@lectern/contracts/billing/cancellation';
import { acceptCancellationOffer, makeCancellationOffer } from '@lectern/contracts/billing/cancellation-offer-http';
import { callMember } from '../../../lib/call-member.ts';

/** Why a member cancels; both may be left out. */
export interface Reason {
  reason?: CancellationReason;
  comment?: string;
}

export const askForOffer = async (body: Reason) => (await callMember(makeCancellationOffer, { body })).offer;

export const acceptOffer = (body: { id: string; months?: number }) => callMember(acceptCancellationOffer, { body });
