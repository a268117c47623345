import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { EraseAccount } from '../erasure/erase-account.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { UserRepository } from '../user/user.repository.ts';

/**
 * Prevents anyone from keeping a mailbox from its holder by typing its address: deletes, for the holder who follows their link, an account
 * that was opened for the address after that link was sent, never verified the mailbox and never had a membership. Payments of that account
 * wait for the mailbox: identity does not know of them, and they may still be on their way.
 */
@Injectable()
export class MakeRoom {
  constructor(
    private readonly users: UserRepository,
    private readonly requests: LinkRequestRepository,
    private readonly memberships: MembershipRepository,
    private readonly claims: ClaimRepository,
    private readonly eraseAccount: EraseAccount,
  ) {}

  /**
   * Locks the requests for the address at which an account is to be, and that address and the account's present one, always in the same order:
   * two accounts that exchange their addresses wait for each other.
   */
  async lock(tx: Transaction, emailKey: string, presentKey: string): Promise<void> {
    await this.requests.lockOf(tx, emailKey);
    for (const key of [emailKey, presentKey].toSorted()) await this.users.lockAddress(tx, key);
  }

  /** `linkedAt`: when the holder's link was made. If an account stays, the database refuses the address. */
  async execute(tx: Transaction, emailKey: string, linkedAt: Date): Promise<void> {
    const other = await this.users.lockByEmailKey(tx, emailKey);
    if (other === null || other.emailVerifiedAt !== null || other.deactivatedAt !== null || other.createdAt < linkedAt)
      return;
    if ((await this.memberships.of(tx, other.id)).length > 0 || (await this.claims.hasUnverified(tx, other.id))) return;
    await this.eraseAccount.execute(tx, other, { leavesPurchases: true });
  }
}
