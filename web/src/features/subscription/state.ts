import type { SubscriptionDetails } from '@lectern/contracts/billing/model';

/** Where a membership stands, as the page tells it. */
export type MembershipState =
  | { kind: 'renews' }
  /** The bank has not sent the first payment yet. */
  | { kind: 'pending' }
  | { kind: 'runs-out'; accessUntil: string }
  /** A payment failed; the member area is open until then. */
  | { kind: 'past-due'; accessUntil: string }
  /** A payment failed, and the grace period is over. */
  | { kind: 'closed' }
  | { kind: 'ended' };

/** `hasAccess` is what the account says: by the server's clock, which is the one that counts. */
export const stateOf = (subscription: SubscriptionDetails, hasAccess: boolean): MembershipState => {
  const { status, access_until: accessUntil } = subscription;
  if (status === 'past_due')
    return accessUntil !== null && hasAccess ? { kind: 'past-due', accessUntil } : { kind: 'closed' };
  if (status === 'cancelled') return accessUntil === null ? { kind: 'ended' } : { kind: 'runs-out', accessUntil };
  return { kind: status === 'pending' ? 'pending' : 'renews' };
};

/**
 * Whether the account has heard of what the subscription says. The word from billing to the account takes a moment, and a page
 * that asks both in that moment gets two answers. How long grace lasts is the account's to say.
 */
export const isReceived = ({ status, access_until: accessUntil }: SubscriptionDetails, hasAccess: boolean): boolean => {
  if (status === 'active') return hasAccess;
  return status !== 'cancelled' || hasAccess === (accessUntil !== null);
};
