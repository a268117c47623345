import { DomainError } from '@lectern/contracts/errors';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { MembershipRepository } from '../membership/membership.repository.ts';
import type { User } from './user.entity.ts';

/** To who wants to prove such an address: only a new password tells its holder from who typed it. */
export const PAID_WITHOUT_ACCOUNT =
  'Somebody paid for this email without this account. To show that the email is yours, log out and reset your password by the letter that we send you.';

/**
 * Throws `email_unproven` where an account must not leave its address, or end: somebody may have typed another person's, who paid for
 * it later and has not been here yet. What they paid for must not move away with the account; whoever holds the mailbox
 * proves that by a mailed link.
 */
export const requireOwnAddress = async (tx: Transaction, memberships: MembershipRepository, user: User, message?: string): Promise<void> => {
  if (user.emailProvenAt === null && (await memberships.hasPaidWithoutAccount(tx, user.id, user.emailKey))) {
    throw new DomainError('email_unproven', message === undefined ? {} : { message });
  }
};
