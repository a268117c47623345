import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Erasure } from './erasure.entity.ts';

@Injectable()
export class ErasureRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(tx: Transaction, userId: string, erasedAt: Date): Promise<void> {
    await tx.manager.insert(Erasure, { userId, erasedAt });
  }

  async find(userId: string): Promise<Erasure | null> {
    return this.dataSource.getRepository(Erasure).findOneBy({ userId });
  }

  async has(tx: Transaction, userId: string): Promise<boolean> {
    return tx.manager.getRepository(Erasure).existsBy({ userId });
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
