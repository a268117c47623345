import { getReferralCode } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

/** The member's own code, and the referrals made with it. */
export const referralsQuery = queryOptions({
  queryKey: ['member', 'referrals'],
  queryFn: ({ signal }) => callMember(getReferralCode, { signal }),
});
