import type Stripe from 'stripe';

/*
 * Maps a subscription at the provider to a membership. Pure: the one place where the provider's states become ours.
 */

export type MembershipStatus = 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled';

/** https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
const STATUS: Partial<Record<Stripe.Subscription.Status, MembershipStatus>> = {
  incomplete: 'pending',
  incomplete_expired: 'cancelled',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'paused',
  canceled: 'cancelled',
};

/** A status that the provider adds one day opens nothing until we decide what it means. */
export const membershipStatusOf = (status: Stripe.Subscription.Status): MembershipStatus => STATUS[status] ?? 'pending';

/**
 * All transitions of a membership. The provider makes them and we follow. We follow an unlisted one too, but log a warning, because it
 * means that our model of the provider is wrong. Transitions that happen between two syncs form a path.
 */
export const MEMBERSHIP_TRANSITIONS: Readonly<Record<MembershipStatus, readonly MembershipStatus[]>> = {
  /** Begun, not paid yet. */
  pending: ['active', 'cancelled'],
  active: ['past_due', 'paused', 'cancelled'],
  /** A renewal failed: access for seven days, while the provider tries again. */
  past_due: ['active', 'paused', 'cancelled'],
  paused: ['active', 'cancelled'],
  /** Ended for good: a person who joins again begins another. */
  cancelled: [],
};

/** Whether a path of transitions leads from one status to another. */
export const canBecome = (from: MembershipStatus, to: MembershipStatus): boolean => {
  const seen = new Set<MembershipStatus>([from]);
  for (const status of seen) for (const next of MEMBERSHIP_TRANSITIONS[status]) seen.add(next);
  return seen.has(to);
};

/** Statuses of which a person has at most one subscription. */
export const LIVE_STATUSES: readonly MembershipStatus[] = ['active', 'past_due', 'paused'];

/** Past due keeps access for this long after the unpaid period began (decisions, "Membership and payments"). */
export const GRACE_MS = 7 * 24 * 3_600_000;

/** When a grace period that began with an unpaid period is over. */
export const graceEndsAt = (periodStart: Date): Date => new Date(periodStart.getTime() + GRACE_MS);

/**
 * Whether the member area is open at `now`. An active membership stays open until the provider reports its end; a grace period ends by the
 * clock.
 */
export const hasAccess = (status: MembershipStatus, periodStart: Date, now: Date): boolean =>
  status === 'active' || (status === 'past_due' && now < graceEndsAt(periodStart));

/** The status that the member reads: a membership that runs out at its period's end is `cancelled` already (decisions). */
export const displayedStatus = (status: MembershipStatus, cancelAtPeriodEnd: boolean): string =>
  status === 'active' && cancelAtPeriodEnd ? 'cancelled' : status;

/**
 * When the member area closes if nothing more is paid: at the end of a period that was cancelled, or of the grace period. `null`
 * for a membership that renews, and for one that is over.
 */
export const accessEndsAt = (subscription: {
  status: MembershipStatus;
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
}): Date | null => {
  if (subscription.status === 'past_due') return graceEndsAt(subscription.currentPeriodStart);
  return subscription.status === 'active' && subscription.cancelAtPeriodEnd ? subscription.currentPeriodEnd : null;
};
