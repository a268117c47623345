import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Erasure } from './erasure.entity.ts';

/** How long it is known what staff asked to erase. */
const REQUEST_KEPT_MS = 86_400_000;
/** How long an erased mailbox counts as being erased, for pages that were read before. */
const JUST_NOW_MS = 60_000;

/** A digest of the person to erase: an account and its address, or the mailbox of an address. */
export const hashOf = ({ userId, emailKey }: { userId: string | null; emailKey: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, emailKey]))
    .digest('hex');

@Injectable()
export class ErasureRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(
    tx: Transaction,
    erasure: Pick<Erasure, 'userId' | 'erasedAt'> & { readonly requestHash: string | null },
  ): Promise<void> {
    await tx.manager.insert(Erasure, erasure);
  }

  async find(userId: string, tx?: Transaction): Promise<Erasure | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(Erasure, { userId });
  }

  /** Whether an erasure of the same is not confirmed by all services yet, or is from the last minute. */
  async isUnderWay(tx: Transaction, requestHash: string, now: Date): Promise<boolean> {
    const [row] = await tx.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM erasures WHERE request_hash = $1 AND (erased_at > $2 OR NOT confirmed_by @> $3)) AS found`,
      [requestHash, new Date(now.getTime() - JUST_NOW_MS), accountDeleted.subscribers],
    );
    return row.found;
  }

  /** Forgets what staff asked to erase more than a day ago. */
  async forgetRequests(tx: Transaction, now: Date): Promise<void> {
    await tx.manager.query(
      'UPDATE erasures SET request_hash = NULL WHERE request_hash IS NOT NULL AND erased_at < $1',
      [new Date(now.getTime() - REQUEST_KEPT_MS)],
    );
  }

  /** Records that a service has nothing left of an account. Returns whether all subscribers of the deletion have confirmed. Idempotent. */
  async confirm(tx: Transaction, userId: string, service: ServiceName): Promise<boolean> {
    const [rows] = await tx.manager.query<[{ confirmed_by: string[] }[], number]>(
      `UPDATE erasures SET confirmed_by = array_append(array_remove(confirmed_by, $2), $2) WHERE user_id = $1 RETURNING confirmed_by`,
      [userId, service],
    );
    return (
      rows[0] !== undefined &&
      accountDeleted.subscribers.every((subscriber) => rows[0]!.confirmed_by.includes(subscriber))
    );
  }

  /** The email key of a deleted account, which the event of its deletion has until it is removed; empty then. */
  async emailKeyOf(tx: Transaction, userId: string): Promise<string[]> {
    const rows = await tx.manager.query<{ email: string }[]>(
      `SELECT payload->>'email' AS email FROM outbox WHERE name = $1 AND payload->>'userId' = $2`,
      [accountDeleted.name, userId],
    );
    return rows.map(({ email }) => keyOf(email));
  }

  /** Removes the published event of a deletion, which has an address, once every service has processed it. */
  async removeEvent(tx: Transaction, userId: string): Promise<void> {
    await tx.manager.query(`DELETE FROM outbox WHERE name = $1 AND payload->>'userId' = $2`, [
      accountDeleted.name,
      userId,
    ]);
  }
}
