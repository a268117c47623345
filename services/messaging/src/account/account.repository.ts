import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { IsNull, Not } from 'typeorm';
import { Account } from './account.entity.ts';

@Injectable()
export class AccountRepository {
  /** Stores what identity published, unless a newer version is stored. */
  async record(
    tx: Transaction,
    { userId, emailKey, firstName, lastName, emailVerifiedAt, version }: Account,
  ): Promise<void> {
    await tx.manager.query(
      `INSERT INTO accounts (user_id, email_key, first_name, last_name, email_verified_at, version) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id) DO UPDATE SET
         email_key = excluded.email_key, first_name = excluded.first_name, last_name = excluded.last_name,
         email_verified_at = excluded.email_verified_at, version = excluded.version
       WHERE accounts.version < excluded.version`,
      [userId, emailKey, firstName, lastName, emailVerifiedAt, version],
    );
  }

  /** The account that has verified a mailbox; null where none has. */
  async findVerified(tx: Transaction, emailKey: string): Promise<Account | null> {
    return tx.manager.getRepository(Account).findOneBy({ emailKey, emailVerifiedAt: Not(IsNull()) });
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.getRepository(Account).delete({ userId });
  }
}
