import type { CurrentUser } from '@lectern/contracts/identity/model';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscriptionQuery } from '../components/subscription/get-subscription.ts';
import { isReceived } from '../features/subscription/state.ts';
import { isActive } from '../lib/member-context.ts';

const ASK_EVERY_MS = 1_500;
/** The account receives the event in well under a second. After this many requests, more of them do not help. */
const ASK_TIMES = 20;

/** Requests the account again until it agrees with the subscription that a page has loaded: every page relies on the account. */
export const useAccountInStep = (user: CurrentUser | null | undefined, refresh: () => void): void => {
  // Reads the cache only; nothing is fetched here.
  const { data: subscription } = useQuery({ ...subscriptionQuery, enabled: false });
  const waits = user != null && subscription != null && !isReceived(subscription, isActive(user));
  useEffect(() => {
    if (!waits) return;
    let left = ASK_TIMES;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      refresh();
    }, ASK_EVERY_MS);
    refresh();
    return () => clearInterval(timer);
  }, [waits, refresh]);
};
