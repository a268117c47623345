import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lockKey, shareKey } from '../database/lock-key.ts';
import type { Transaction } from '../database/transaction.ts';
import { ErasedAccount } from './erased-account.entity.ts';

const lockOf = (userId: string): string => `erased-account:${userId}`;

/** Remembers deleted accounts. A service that uses it has the entity in its schema. */
@Injectable()
export class ErasedAccounts {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Idempotent; the first date stays. Call it first in a transaction: concurrent readers wait, or are waited for. */
  async note(tx: Transaction, userId: string, at: Date): Promise<void> {
    await lockKey(tx, lockOf(userId));
    await tx.manager.query('INSERT INTO erased_accounts (user_id, erased_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      userId,
      at,
    ]);
  }

  /** Whether an account was deleted. The answer is valid until the transaction ends. */
  async has(tx: Transaction, userId: string): Promise<boolean> {
    await shareKey(tx, lockOf(userId));
    return tx.manager.getRepository(ErasedAccount).existsBy({ userId });
  }

  /** As {@link has}, by the committed state. */
  async hasNow(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(ErasedAccount).existsBy({ userId });
  }
}

/**
 * Removes a person from the outbox: the events about the account and those to these email addresses. Consumers that
 * have not received them no longer need them, because the deletion is published too. Administrators' actions stay,
 * without the email address and the values that they corrected.
 */
export const eraseFromOutbox = async (
  tx: Transaction,
  person: { userId: string; emailKeys: readonly string[] },
): Promise<void> => {
  const emailKeys = person.emailKeys.filter((emailKey) => emailKey !== '');
  await tx.manager.query(
    `DELETE FROM outbox WHERE payload->>'userId' = $1
       OR lower(btrim(payload->>'email')) = ANY($2::text[]) OR lower(btrim(payload->>'oldEmail')) = ANY($2::text[]) OR lower(btrim(payload->>'newEmail')) = ANY($2::text[])`,
    [person.userId, emailKeys],
  );
  // Made for their mailbox, or granted to their account.
  const claimIsOfPerson = `COALESCE(lower(btrim(claim->>'email')) = ANY($1::text[]) OR claim->>'userId' = $2, false)`;
  await tx.manager.query(
    `UPDATE outbox SET payload = jsonb_build_object('claims', (
       SELECT COALESCE(jsonb_agg(claim), '[]') FROM jsonb_array_elements(payload->'claims') AS claim WHERE NOT ${claimIsOfPerson}
     ))
     WHERE name LIKE ANY ('{%.claims-made.v1,%.claims-granted.v1}') AND EXISTS (SELECT 1 FROM jsonb_array_elements(payload->'claims') AS claim WHERE ${claimIsOfPerson})`,
    [emailKeys, person.userId],
  );
  // The payment must still be published, without the payer.
  await tx.manager.query(
    `UPDATE outbox SET payload = payload - 'guestEmail' WHERE lower(btrim(payload->>'guestEmail')) = ANY($1::text[])`,
    [emailKeys],
  );
  await tx.manager.query(
    `UPDATE outbox SET payload = jsonb_set(payload, '{details,email}', '""') #- '{details,changes}'
     WHERE lower(btrim(payload->'details'->>'email')) = ANY($1::text[]) OR payload->'details'->>'userId' = $2`,
    [emailKeys, person.userId],
  );
};
