import { getSubscription } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

export const subscriptionQuery = queryOptions({
  queryKey: ['member', 'subscription'],
  queryFn: async ({ signal }) => (await callMember(getSubscription, { signal })) ?? null,
});
