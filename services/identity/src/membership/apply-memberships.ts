import type { User } from '../user/user.entity.ts';
import type { Membership } from './membership.entity.ts';

/** Derives an account's status from its memberships, of which the first one leads. */
export const applyMemberships = (user: User, [leading]: readonly Membership[]): void => {
  user.subscriptionStatus = leading?.access === true ? 'active' : 'inactive';
  user.stripeCustomerId = leading?.customerId ?? null;
  user.stripeSubscriptionId = leading?.subscriptionId ?? null;
};
