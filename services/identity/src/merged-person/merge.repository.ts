import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { peopleMerged } from '@lectern/contracts/identity/events';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Merge } from './merge.entity.ts';

/** How long it is known what staff asked to merge. */
const REQUEST_KEPT_MS = 86_400_000;

/** Merges that wait for services, and those that are done. */
@Injectable()
export class MergeRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(tx: Transaction, merge: Omit<Merge, 'confirmedBy'>): Promise<void> {
    await tx.manager.insert(Merge, merge);
  }

  async find(id: string, tx?: Transaction): Promise<Merge | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(Merge, { id });
  }

  /** Whether something waits to be moved from or to a mailbox. */
  async isUnderWay(emailKey: string, tx?: Transaction): Promise<boolean> {
    return (tx?.manager ?? this.dataSource.manager)
      .getRepository(Merge)
      .createQueryBuilder('merge')
      .where('merge.oldKey IS NOT NULL AND :emailKey IN (merge.oldKey, merge.newKey)', { emailKey })
      .getExists();
  }

  /** Records that a service has moved everything; once all have, only the id and the time stay. Idempotent, in any order. */
  async confirm(tx: Transaction, id: string, service: ServiceName): Promise<void> {
    const [rows] = await tx.manager.query<[{ confirmed_by: string[] }[], number]>(
      `UPDATE merges SET confirmed_by = array_append(array_remove(confirmed_by, $2), $2) WHERE id = $1 RETURNING confirmed_by`,
      [id, service],
    );
    const confirmed = rows[0]?.confirmed_by;
    if (confirmed === undefined || !peopleMerged.subscribers.every((subscriber) => confirmed.includes(subscriber)))
      return;
    await tx.manager.update(Merge, { id }, { oldKey: null, newKey: null, userId: null });
    // The event has both addresses, and every service has it.
    await tx.manager.query(`DELETE FROM outbox WHERE name = $1 AND payload->>'mergeId' = $2`, [peopleMerged.name, id]);
  }

  /** Forgets merges of a person who is erased. Their events are removed with the person's other events. */
  async forget(tx: Transaction, userId: string, emailKeys: readonly string[]): Promise<void> {
    await tx.manager.query(
      'DELETE FROM merges WHERE old_key IS NOT NULL AND (user_id = $1 OR old_key = ANY($2) OR new_key = ANY($2))',
      [userId, emailKeys],
    );
  }

  /** Forgets what staff asked to merge more than a day ago. */
  async forgetRequests(tx: Transaction, now: Date): Promise<void> {
    await tx.manager.query('UPDATE merges SET request_hash = NULL WHERE request_hash IS NOT NULL AND merged_at < $1', [
      new Date(now.getTime() - REQUEST_KEPT_MS),
    ]);
  }
}
