import { cancelSubscription } from '@lectern/contracts/billing/cancellation-offer-http';
import { resumeSubscription } from '@lectern/contracts/billing/http';
import { callMember } from '../../../lib/call-member.ts';
import type { Reason } from './cancellation-offer.ts';

/** Cancels the membership at the end of its period, for a reason that may be left out. */
export const endWithPeriod = (body: Reason) => callMember(cancelSubscription, { body });

/** Withdraws that cancellation. */
export const goOn = () => callMember(resumeSubscription, {});
