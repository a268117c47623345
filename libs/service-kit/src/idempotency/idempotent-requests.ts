import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import type { Idempotency } from '@lectern/contracts/idempotency';
import type { Transaction } from '../database/transaction.ts';

/** The minimum time for which an answer is stored. */
const KEPT_HOURS = 24;

/**
 * Makes writes with an idempotency key take effect once. A service that uses it has the entity in its schema and {@link
 * prune} in a job.
 */
@Injectable()
export class IdempotentRequests {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Does the work, unless a request with this key did it before: then it answers that result. Two concurrent requests
   * wait for each other. A failed one leaves no trace and may be sent again. Throws `idempotency_conflict` where the
   * key was used for other contents. Call it first in a transaction, so that no lock is held while it waits.
   */
  async runOnce<R extends object>(
    tx: Transaction,
    operation: string,
    named: Idempotency | undefined,
    work: () => Promise<R>,
  ): Promise<R> {
    if (named === undefined) return work();
    const added = await tx.manager.query<unknown[]>(
      `INSERT INTO idempotent_requests (operation, key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING key`,
      [operation, named.key, named.fingerprint],
    );
    if (added.length === 0) {
      const answered = await this.find<R>(tx, operation, named);
      // The row was pruned between the two statements.
      if (answered === null) throw new DomainError('in_progress');
      return answered;
    }
    const result = await work();
    await tx.manager.query(`UPDATE idempotent_requests SET result = $3 WHERE operation = $1 AND key = $2`, [
      operation,
      named.key,
      JSON.stringify(result),
    ]);
    return result;
  }

  /** The answer to a request with this key; null where there was none. Throws `idempotency_conflict`. */
  async find<R extends object>(
    tx: Transaction | null,
    operation: string,
    { key, fingerprint }: Idempotency,
  ): Promise<R | null> {
    const [row] = await (tx?.manager ?? this.dataSource).query<{ fingerprint: string; result: R }[]>(
      `SELECT fingerprint, result FROM idempotent_requests WHERE operation = $1 AND key = $2`,
      [operation, key],
    );
    if (row === undefined) return null;
    if (row.fingerprint !== fingerprint) throw new DomainError('idempotency_conflict');
    return row.result;
  }

  /** Deletes rows older than a day. */
  async prune(tx: Transaction): Promise<void> {
    await tx.manager.query(`DELETE FROM idempotent_requests WHERE created_at < now() - $1 * interval '1 hour'`, [
      KEPT_HOURS,
    ]);
  }
}
