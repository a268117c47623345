import { getCredit } from '@lectern/contracts/billing/credit-http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

/** Under the subscription, so that whatever changes that brings the credit along. */
export const creditQuery = queryOptions({
  queryKey: ['member', 'subscription', 'credit'],
  queryFn: ({ signal }) => callMember(getCredit, { signal }),
});
