import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { DataSource } from 'typeorm';
import { CreditEntry } from './credit-entry.entity.ts';

/** Entries that are listed at most. */
const LISTED = 200;

/** Of the account, on customers that the provider still has: credit of others is gone with them. */
const OF_USER =
  'JOIN customers ON customers.id = entry.customer_id AND customers.user_id = $1 AND customers.lost_at IS NULL AND customers.erased_at IS NULL';

/** An entry as it is listed: older ones may have the same second. */
type Listed = Pick<CreditEntry, 'id' | 'kind' | 'amount' | 'createdAt'> & {
  readonly reason: string | null;
  /** The administrator. */
  readonly by: string | null;
};

@Injectable()
export class CreditRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Adds entries that are not there yet, and answers these. */
  async add(
    tx: Transaction,
    entries: readonly Omit<CreditEntry, 'customer'>[],
  ): Promise<Omit<CreditEntry, 'customer'>[]> {
    if (entries.length === 0) return [];
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(CreditEntry)
      .values([...entries])
      .orIgnore()
      .returning('id')
      .execute();
    const added = new Set((inserted.raw as { id: string }[]).map(({ id }) => id));
    return entries.filter(({ id }) => added.has(id));
  }

  async ofCustomer(customerId: string): Promise<CreditEntry[]> {
    return this.dataSource.getRepository(CreditEntry).findBy({ customerId });
  }

  /** Cents; negative where a sum is owed. */
  async balanceOfCustomer(customerId: string): Promise<number> {
    const [row] = await this.dataSource.query<[{ sum: number }]>(
      'SELECT COALESCE(sum(amount), 0)::int AS sum FROM credit_entries WHERE customer_id = $1',
      [customerId],
    );
    return row.sum;
  }

  /** As {@link balanceOfCustomer}, of an account. */
  async balanceOfUser(tx: Transaction | null, userId: string): Promise<number> {
    const [row] = await (tx?.manager ?? this.dataSource).query<[{ sum: number }]>(
      `SELECT COALESCE(sum(entry.amount), 0)::int AS sum FROM credit_entries entry ${OF_USER}`,
      [userId],
    );
    return row.sum;
  }

  /** The sum of an account's entries, and the newest of them, newest first. Those that moved credit within the account cancel out. */
  async ofUser(userId: string): Promise<{ balance: number; entries: Listed[] }> {
    const [balance, entries] = await Promise.all([
      this.balanceOfUser(null, userId),
      this.dataSource.query<Listed[]>(
        `SELECT entry.id, entry.kind, entry.amount, entry.created_at AS "createdAt", change.reason, change.asked_by AS by
         FROM credit_entries entry ${OF_USER} LEFT JOIN credit_changes change ON change.id = entry.change_id
         WHERE entry.kind <> 'moved' ORDER BY entry.created_at DESC, entry.amount, entry.id LIMIT ${LISTED}`,
        [userId],
      ),
    ]);
    return { balance, entries };
  }
}
