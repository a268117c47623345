import type { CancellationReason } from '@lectern/contracts/billing/cancellation';
import { cancelSubscription, resumeSubscription } from '@lectern/contracts/billing/http';
import { callMember } from '../../../lib/call-member.ts';

/** Cancels the membership at the end of its period, for a reason that may be left out. */
export const endWithPeriod = (body: { reason?: CancellationReason; comment?: string }) =>
  callMember(cancelSubscription, { body });

/** Withdraws that cancellation. */
export const goOn = () => callMember(resumeSubscription, {});
