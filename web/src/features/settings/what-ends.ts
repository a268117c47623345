import type { SubscriptionDetails } from '@lectern/contracts/billing/model';
import { formatLongDate } from '../../lib/format.ts';

interface EndOfMembership {
  text: string;
  /** Whether the member can cancel instead and keep access until the period ends. */
  canCancel: boolean;
}

/** The effect of deleting the account on the membership; null where none is active. */
export const endOfMembership = (subscription: SubscriptionDetails | null): EndOfMembership | null => {
  if (subscription === null) return null;
  const { status, current_period_end: periodEnd, access_until: accessUntil } = subscription;
  const lost = (until: string) =>
    `the time that you have paid for, until ${formatLongDate(until)}, is lost without a refund`;
  if (status === 'active')
    return {
      text: `Your membership ends immediately: ${lost(periodEnd)}, and nothing is charged again.`,
      canCancel: true,
    };
  if (status === 'cancelled' && accessUntil !== null)
    return { text: `Your membership ends immediately: ${lost(accessUntil)}.`, canCancel: false };
  if (status === 'past_due' || status === 'paused')
    return { text: 'Your membership ends immediately, and nothing is charged again.', canCancel: false };
  return null;
};
