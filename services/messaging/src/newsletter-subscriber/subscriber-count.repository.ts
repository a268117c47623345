import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';

@Injectable()
export class SubscriberCountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The number of subscribers, active, inactive, or all (null). Exact; the cost does not grow with the number. */
  async count(isActive: boolean | null): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      `SELECT COALESCE(sum(difference), 0) AS count FROM subscriber_counts WHERE $1::boolean IS NULL OR is_active = $1`,
      [isActive],
    );
    return Number(row?.count ?? 0);
  }

  /** Folds the differences into sums. Safe beside writers and beside itself: no count changes, because every deleted difference returns in a sum. */
  async compact(tx: Transaction): Promise<void> {
    await tx.manager.query(`
      WITH taken AS (DELETE FROM subscriber_counts RETURNING is_active, difference)
      INSERT INTO subscriber_counts (is_active, difference)
      SELECT is_active, sum(difference) FROM taken GROUP BY is_active HAVING sum(difference) <> 0`);
  }
}
