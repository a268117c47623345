import type { Account } from '../member/account.entity.ts';
import type { Membership } from '../member/membership.entity.ts';
import type { DebateClubRegistration } from './debate-club-registration.entity.ts';

/**
 * The registration's status for each state of its subscription. A member who owes a payment stays in the club during the grace
 * period, and is paused after it.
 */
export const registrationStatus = (
  membership: Pick<Membership, 'status' | 'access'>,
): DebateClubRegistration['status'] => {
  switch (membership.status) {
    case 'active':
      return 'active';
    case 'past_due':
      return membership.access ? 'active' : 'paused';
    case 'paused':
      return 'paused';
    case 'pending':
      return 'pending';
    case 'cancelled':
      return 'cancelled';
  }
};

/** The status of a row while its account is deactivated: no access, no renewal and no emails of the club. */
const WHILE_DEACTIVATED = 'cancelled' satisfies DebateClubRegistration['status'];

/** The columns that follow from a subscription and its account. People write the other ones. */
export type MembershipRegistration = Pick<
  DebateClubRegistration,
  | 'userId'
  | 'email'
  | 'emailKey'
  | 'firstName'
  | 'lastName'
  | 'billingCycle'
  | 'referralCode'
  | 'status'
  | 'billingStartDate'
  | 'stripeCustomerId'
  | 'registeredAt'
> & {
  readonly stripeSubscriptionId: string;
  /** The account's email as it is compared. */
  readonly accountKey: string | null;
  /** Null while there is no account with one. */
  readonly division: DebateClubRegistration['division'] | null;
};

/**
 * The registration of a membership. It depends on the latest events only, so they may arrive in any order. An account's own names
 * win over those of the payment.
 */
export const registrationOf = (membership: Membership, account: Account | null): MembershipRegistration => ({
  userId: account?.userId ?? membership.userId,
  accountKey: account?.emailKey ?? null,
  email: membership.email,
  emailKey: membership.emailKey,
  firstName: account?.firstName ?? membership.firstName,
  lastName: account?.lastName ?? membership.lastName,
  division: account?.division ?? null,
  billingCycle: membership.plan,
  referralCode: membership.referralCode,
  status: account?.deactivatedAt == null ? registrationStatus(membership) : WHILE_DEACTIVATED,
  billingStartDate: membership.startedAt,
  stripeCustomerId: membership.customerId,
  stripeSubscriptionId: membership.subscriptionId,
  registeredAt: membership.startedAt,
});
