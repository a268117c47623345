import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { erasePerson, getErasure } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { MergeRepository } from '../merged-person/merge.repository.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EraseAccount } from './erase-account.ts';
import { ErasureRepository, hashOf } from './erasure.repository.ts';

/**
 * Erases a person for staff, who vouch that the holder of the mailbox asked for it, and answers how far an erasure is. Unlike the deletion
 * by a member, it also erases a deactivated account, and everything under an address that its account never verified: a link to the mailbox
 * would open that account. The record names the erasure and not the person. An administrator’s address is refused: the record about staff
 * keeps it.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly requests: LinkRequestRepository,
    private readonly eraseAccount: EraseAccount,
    private readonly erasures: ErasureRepository,
    private readonly merges: MergeRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  @Handles(erasePerson)
  async execute({ id, userId, email, by }: RpcInput<typeof erasePerson>): Promise<void> {
    const emailKey = keyOf(email);
    const isErased = await this.transactor.run(async (tx) => {
      // Locked in the order of the job that answers requests: the request, the address, the account.
      const former = userId === null ? [] : await this.formerAddresses.of(tx, userId);
      await this.requests.lockOf(tx, emailKey, ...former);
      await this.users.lockAddress(tx, emailKey);
      const [user, erased] = [
        await this.users.lockByEmailKey(tx, emailKey),
        await this.erasures.find(userId ?? id, tx),
      ];
      const requestHash = hashOf({ userId, emailKey });
      if (erased !== null) {
        if (userId === null && erased.requestHash !== requestHash) throw new DomainError('idempotency_conflict');
        // Erased as asked, and the address has no newer account: a repetition.
        if (erased.requestHash === requestHash && user === null) return false;
        throw changed();
      }
      if ((user?.id ?? null) !== userId) throw changed();
      if (await this.merges.isUnderWay(emailKey, tx)) throw beingMerged();
      if ((await this.admins.find(tx, emailKey)) !== null) throw new DomainError('administrator_stays');
      if (userId === null && (await this.erasures.isUnderWay(tx, requestHash, this.clock.now())))
        throw new DomainError('version_conflict', {
          message: 'This person is being erased already. Reload the page in a minute.',
        });
      await this.erase(tx, user, { id, email: email.trim() });
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'erase_person',
        details: { erasureId: userId ?? id, hadAccount: user !== null },
        origin: by.origin,
        at: this.clock.now(),
      });
      return true;
    });
    // Without Redis they are forgotten within a day.
    if (isErased) await this.throttle.forget({ audience: 'member', emailKey }).catch(() => undefined);
  }

  private async erase(tx: Transaction, user: User | null, mailbox: { id: string; email: string }): Promise<void> {
    if (user !== null) await this.eraseAccount.execute(tx, user, { isByStaff: true });
    // The other services take the id for an account's.
    else if ((await this.users.findById(mailbox.id)) === null) await this.eraseAccount.mailbox(tx, mailbox);
    else throw new DomainError('idempotency_conflict');
  }

  @Handles(getErasure)
  async progress({ id }: RpcInput<typeof getErasure>): Promise<RpcOutput<typeof getErasure>> {
    const erasure = await this.erasures.find(id);
    if (erasure === null) throw new DomainError('not_found');
    return {
      erasedAt: erasure.erasedAt.toISOString(),
      waitingFor: accountDeleted.subscribers.filter((service) => !erasure.confirmedBy.includes(service)),
    };
  }
}

const changed = () =>
  new DomainError('version_conflict', {
    message: 'This person’s account changed since you opened the page. Reload the page and check it again.',
  });

const beingMerged = () =>
  new DomainError('version_conflict', {
    message: 'This person is being merged. Erase them when the merge is done, so that nothing is left.',
  });
