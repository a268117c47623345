import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';

@Injectable()
export class SubscriberCountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** How many there are, active, not active, or all (null). Exact; costs the same however many there are. */
  async count(isActive: boolean | null): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      `SELECT COALESCE(sum(difference), 0) AS count FROM subscriber_counts WHERE $1::boolean IS NULL OR is_active = $1`,
      [isActive],
    );
    return Number(row?.count ?? 0);
  }

  /** Sums up the differences so far. Beside writers and beside itself it changes no count: what it takes away, it puts back as a sum. */
  async compact(tx: Transaction): Promise<void> {
    await tx.manager.query(`
      WITH taken AS (DELETE FROM subscriber_counts RETURNING is_active, difference)
      INSERT INTO subscriber_counts (is_active, difference)
      SELECT is_active, sum(difference) FROM taken GROUP BY is_active HAVING sum(difference) <> 0`);
  }
}
