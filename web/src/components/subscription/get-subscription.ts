import { getSubscription } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../lib/call-member.ts';

export const askForSubscription = async (signal: AbortSignal) =>
  (await callMember(getSubscription, { signal })) ?? null;

export const subscriptionQuery = queryOptions({
  queryKey: ['member', 'subscription'],
  queryFn: ({ signal }) => askForSubscription(signal),
});
