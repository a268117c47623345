import type { SubscriptionDetails } from '@lectern/contracts/billing/model';

/** The state of a membership, as the page shows it. */
export type MembershipState =
  | { kind: 'renews' }
  /** A pause is set, and begins at the end of the paid period. */
  | { kind: 'pausing'; from: string; until: string }
  /** Not paid, and without access. */
  | { kind: 'paused'; until: string }
  /** The bank has not sent the first payment yet. */
  | { kind: 'pending' }
  | { kind: 'runs-out'; accessUntil: string }
  /** A payment failed; the member area is open until then. */
  | { kind: 'past-due'; accessUntil: string }
  /** A payment failed, and the grace period is over. */
  | { kind: 'closed' }
  | { kind: 'ended' };

/** `hasAccess` comes from the account and follows the server's clock, which decides. */
export const stateOf = (subscription: SubscriptionDetails, hasAccess: boolean): MembershipState => {
  const { status, access_until: accessUntil, pause } = subscription;
  if (pause != null && status === 'paused') return { kind: 'paused', until: pause.until };
  if (pause != null && status === 'active') return { kind: 'pausing', from: pause.from, until: pause.until };
  if (status === 'past_due')
    return accessUntil !== null && hasAccess ? { kind: 'past-due', accessUntil } : { kind: 'closed' };
  if (status === 'cancelled') return accessUntil === null ? { kind: 'ended' } : { kind: 'runs-out', accessUntil };
  return { kind: status === 'pending' ? 'pending' : 'renews' };
};

/**
 * Whether the account has received the status of the subscription. The event from billing to the account takes a moment; a page that
 * requests both in that moment gets contradicting answers. The account decides how long the grace period lasts.
 */
export const isReceived = ({ status, access_until: accessUntil }: SubscriptionDetails, hasAccess: boolean): boolean => {
  if (status === 'active' || status === 'paused') return hasAccess === (status === 'active');
  return status !== 'cancelled' || hasAccess === (accessUntil !== null);
};
