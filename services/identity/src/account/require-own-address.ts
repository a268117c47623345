import { DomainError } from '@lectern/contracts/errors';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ClaimRepository } from '../claim/claim.repository.ts';
import type { User } from '../user/user.entity.ts';

/**
 * Throws `email_unverified` where an account must not leave its address, or end or change its purchases: it was set up by a payment for a
 * mailbox that its holder has not verified. The purchase stays with the mailbox, whose holder may be another person.
 */
export const requireOwnAddress = async (tx: Transaction | null, claims: ClaimRepository, user: User): Promise<void> => {
  if (user.emailVerifiedAt === null && (await claims.hasUnverified(tx, user.id)))
    throw new DomainError('email_unverified');
};
