import type { CurrentUser } from '@lectern/contracts/identity/model';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscriptionQuery } from '../components/subscription/get-subscription.ts';
import { isReceived } from '../features/subscription/state.ts';
import { isActive } from '../lib/member-context.ts';

const ASK_EVERY_MS = 1_500;
/** Details travel in well under a second; who waits longer than this meets a fault that asking does not mend. */
const ASK_TIMES = 20;

/** Asks for the account again until it has heard of what a page learned of the subscription: every page goes by the account. */
export const useAccountInStep = (user: CurrentUser | null | undefined, refresh: () => void): void => {
  // What is known already; nothing is fetched here.
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
