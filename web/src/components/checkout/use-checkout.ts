import { getCheckout } from '@lectern/contracts/billing/http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAsVisitorOrMember } from '../../lib/call-member.ts';
import { useMemberToken } from '../../lib/member-session.ts';
import { pollInterval } from './poll-interval.ts';

/**
 * The status of a checkout. Polls while the payment is being confirmed. The answer depends on the signed-in person: for another person's
 * checkout it has no email address.
 */
export const useCheckout = (sessionId: string) => {
  const [since] = useState(() => Date.now());
  const isSignedIn = useMemberToken() !== null;
  const query = useQuery({
    queryKey: ['checkout', sessionId, isSignedIn],
    queryFn: ({ signal }) => callAsVisitorOrMember(getCheckout, { params: { sessionId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'open' ? pollInterval(state.dataUpdateCount, Date.now() - since) : false,
  });
  return { ...query, isForAnother: isSignedIn && query.data?.customerEmail === null };
};
