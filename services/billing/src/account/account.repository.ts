import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource } from 'typeorm';
import { Account } from './account.entity.ts';

@Injectable()
export class AccountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** In a transaction, or what is committed where there is none. */
  async find(tx: Transaction | null, userId: string): Promise<Account | null> {
    return (tx?.manager ?? this.dataSource).getRepository(Account).findOneBy({ userId });
  }

  /** Makes events of one account wait for each other until the transaction ends. */
  async lock(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`account:${userId}`]);
  }

  async save(tx: Transaction, account: Account): Promise<void> {
    await tx.manager.save(Account, account);
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.delete(Account, { userId });
  }
}
