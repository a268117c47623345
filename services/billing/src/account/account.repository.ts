import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { tryLockKey } from '@lectern/service-kit/database/lock-key';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { EventPostponed } from '@lectern/service-kit/outbox/event-consumer';
import { DataSource } from 'typeorm';
import { Account } from './account.entity.ts';

@Injectable()
export class AccountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** In a transaction, or of committed data where there is none. */
  async find(tx: Transaction | null, userId: string): Promise<Account | null> {
    return (tx?.manager ?? this.dataSource).getRepository(Account).findOneBy({ userId });
  }

  /** Throws `address_refused` for the email of a deactivated account: nobody could use what is sold for it. */
  async checkGuest(emailKey: string): Promise<void> {
    const accounts = this.dataSource.getRepository(Account).createQueryBuilder('account');
    const deactivated = accounts.where('account.deactivatedAt IS NOT NULL AND lower(account.email) = :emailKey', {
      emailKey,
    });
    if (await deactivated.getExists()) throw new DomainError('address_refused');
  }

  /**
   * Keeps other events and the checkouts of an account (`AdvisoryLock`) away until the transaction ends. Throws `EventPostponed` where one of
   * them has the lock.
   */
  async lock(tx: Transaction, userId: string): Promise<void> {
    if (!(await tryLockKey(tx, `account:${userId}`))) throw new EventPostponed(`Account ${userId} is being worked on`);
  }

  async save(tx: Transaction, account: Account): Promise<void> {
    await tx.manager.save(Account, account);
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.delete(Account, { userId });
  }
}
