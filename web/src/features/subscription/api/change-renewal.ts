import { cancelSubscription, resumeSubscription } from '@lectern/contracts/billing/http';
import { callMember } from '../../../lib/call-member.ts';

/** Cancels the membership at the end of its period. */
export const endWithPeriod = () => callMember(cancelSubscription, {});

/** Withdraws that cancellation. */
export const goOn = () => callMember(resumeSubscription, {});
