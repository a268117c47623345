import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { ListedPersonRepository } from '../listed-person/listed-person.repository.ts';
import { PersonRecordRepository } from '../listed-person/person-record.repository.ts';
import { TwinRepository } from '../listed-person/twin.repository.ts';
import { MergeRepository } from '../merged-person/merge.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { NoteRepository } from '../note/note.repository.ts';
import { SavedViewRepository } from '../saved-view/saved-view.repository.ts';
import { PersonTagRepository } from '../tag/person-tag.repository.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { ErasureRepository, hashOf } from './erasure.repository.ts';

/**
 * Deletes an account, or a mailbox without one, with everything that identity keeps of its person: tokens count no more from then on,
 * because there is nobody behind them. The other services are notified, and the id alone stays, so that earlier events do not bring the
 * person back. The caller holds the requests of its addresses, the address and the account, locked in this order.
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
    private readonly tags: PersonTagRepository,
    private readonly records: PersonRecordRepository,
    private readonly people: ListedPersonRepository,
    private readonly twins: TwinRepository,
    private readonly merges: MergeRepository,
    private readonly views: SavedViewRepository,
    private readonly adminActions: AdminActionRepository,
    private readonly erasures: ErasureRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * `deletedAt`: payments from then on are refunded. `leavesPurchases`: purchases stay with the mailbox, which the account never verified,
   * for its holder. `isByStaff`: the mailbox counts as verified.
   */
  async execute(
    tx: Transaction,
    user: User,
    {
      deletedAt = this.clock.now(),
      leavesPurchases = false,
      isByStaff = false,
    }: { deletedAt?: Date; leavesPurchases?: boolean; isByStaff?: boolean } = {},
  ): Promise<void> {
    const verifiedEmail = user.emailVerifiedAt === null && !isByStaff ? null : user.email;
    const former = await this.users.withoutAccount(tx, await this.formerAddresses.of(tx, user.id));
    const pending = user.pendingEmail === null ? [] : [keyOf(user.pendingEmail)];
    const emailKeys = [user.emailKey, ...former, ...(await this.users.withoutAccount(tx, pending))];
    await this.users.remove(tx, user.id);
    await this.requests.removeOf(tx, user.emailKey, ...former);
    // Anybody may open and delete an account in any name: only staff know that views with the name mean this person.
    await this.views.erasePerson(tx, {
      emailKeys: verifiedEmail === null ? [] : emailKeys,
      names: isByStaff ? [user.firstName, user.lastName] : null,
    });
    await this.forget(tx, emailKeys, {
      userId: user.id,
      email: user.email,
      verifiedEmail,
      // The last email repeats nothing to a mailbox that may be another person's.
      firstName: isByStaff && user.emailVerifiedAt === null ? '' : user.firstName,
      deletedAt: deletedAt.toISOString(),
      leavesPurchases,
      ...(isByStaff && { isByStaff }),
    });
  }

  /** Erases a mailbox that no account has. The `id` is the erasure's: to other services it is the id of an account that has nothing. */
  async mailbox(tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> {
    await this.requests.removeOf(tx, keyOf(email));
    await this.views.erasePerson(tx, { emailKeys: [keyOf(email)], names: null });
    await this.forget(tx, [keyOf(email)], {
      userId: id,
      email,
      verifiedEmail: email,
      firstName: '',
      deletedAt: this.clock.now().toISOString(),
      isByStaff: true,
      isMailbox: true,
    });
  }

  private async forget(
    tx: Transaction,
    emailKeys: readonly string[],
    erased: EventPayload<typeof accountDeleted>,
  ): Promise<void> {
    const { userId } = erased;
    const verifiedKey = erased.verifiedEmail === null ? null : keyOf(erased.verifiedEmail);
    // Links for the account go with it. A link emailed to a mailbox that is not verified may be another person's.
    if (verifiedKey !== null) await this.accountTokens.removeOf(tx, verifiedKey);
    await this.memberships.removeOf(tx, userId, verifiedKey);
    await this.claims.removeOf(tx, userId, verifiedKey);
    if (verifiedKey !== null) await this.users.stopAwaiting(tx, verifiedKey);
    if (verifiedKey !== null) await this.notes.removeOfMailbox(tx, verifiedKey);
    if (verifiedKey !== null) await this.tags.removeOfMailbox(tx, verifiedKey);
    await this.adminActions.erasePerson(tx, { userId, emailKeys });
    await this.records.erase(tx, userId, verifiedKey);
    await this.merges.forget(tx, userId, emailKeys);
    await this.twins.forget(tx, [userId, ...(verifiedKey === null ? [] : [verifiedKey])]);
    await this.people.remake(tx, emailKeys);
    await eraseFromOutbox(tx, { userId, emailKeys });
    await this.erasures.add(tx, {
      userId,
      erasedAt: new Date(erased.deletedAt),
      requestHash:
        erased.isByStaff === true
          ? hashOf({ userId: erased.isMailbox === true ? null : userId, emailKey: keyOf(erased.email) })
          : null,
    });
    await tx.publish(accountDeleted, erased);
  }
}
