import { cancelSubscription, resumeSubscription } from '@lectern/contracts/billing/http';
import { callMember } from '../../../lib/call-member.ts';

/** Lets the membership end with its period. */
export const endWithPeriod = () => callMember(cancelSubscription, {});

/** Takes that back. */
export const goOn = () => callMember(resumeSubscription, {});
