import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { NoteRepository } from '../note/note.repository.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { ErasureRepository } from './erasure.repository.ts';

/**
 * Deletes an account with everything that identity keeps of its person: tokens count no more from then on, because there is nobody behind
 * them. The other services are notified, and the id alone stays, so that earlier events do not bring the person back. The caller holds
 * the requests of its addresses, the address and the account, locked in this order.
 */
@Injectable()
export class EraseAccount {
  constructor(
    private readonly users: UserRepository,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly memberships: MembershipRepository,
    private readonly claims: ClaimRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly notes: NoteRepository,
    private readonly adminActions: AdminActionRepository,
    private readonly erasures: ErasureRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * `deletedAt`: payments from then on are refunded. `leavesPurchases`: purchases stay with the mailbox, which the account never verified,
   * for its holder.
   */
  async execute(
    tx: Transaction,
    user: User,
    { deletedAt = this.clock.now(), leavesPurchases = false }: { deletedAt?: Date; leavesPurchases?: boolean } = {},
  ): Promise<void> {
    const verifiedEmail = user.emailVerifiedAt === null ? null : user.email;
    const former = await this.users.withoutAccount(tx, await this.formerAddresses.of(tx, user.id));
    const pending = user.pendingEmail === null ? [] : [keyOf(user.pendingEmail)];
    const emailKeys = [user.emailKey, ...former, ...(await this.users.withoutAccount(tx, pending))];
    await this.users.remove(tx, user.id);
    // Links for the account go with it. A link emailed to a mailbox that is not verified may be another person's.
    if (verifiedEmail !== null) await this.accountTokens.removeOf(tx, user.emailKey);
    await this.requests.removeOf(tx, user.emailKey, ...former);
    await this.memberships.removeOf(tx, user.id, verifiedEmail === null ? null : user.emailKey);
    await this.claims.removeOf(tx, user.id, verifiedEmail === null ? null : user.emailKey);
    if (verifiedEmail !== null) await this.notes.removeOfMailbox(tx, user.emailKey);
    await this.adminActions.erasePerson(tx, { userId: user.id, emailKeys });
    await eraseFromOutbox(tx, { userId: user.id, emailKeys });
    await this.erasures.add(tx, user.id, deletedAt);
    await tx.publish(accountDeleted, {
      userId: user.id,
      email: user.email,
      verifiedEmail,
      firstName: user.firstName,
      deletedAt: deletedAt.toISOString(),
      leavesPurchases,
    });
  }
}
