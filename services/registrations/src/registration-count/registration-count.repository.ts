import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { RegistrationCount } from './registration-count.entity.ts';

@Injectable()
export class RegistrationCountRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The number of registrations of a list, of one status or of all. Exact; costs the same for any number. */
  async count(list: RegistrationCount['list'], status?: string): Promise<number> {
    const [row] = await this.dataSource.query<{ count: string }[]>(
      `SELECT COALESCE(sum(difference), 0) AS count FROM registration_counts
       WHERE list = $1 AND ($2::text IS NULL OR status = $2)`,
      [list, status ?? null],
    );
    return Number(row?.count ?? 0);
  }

  /** Sums up the differences so far. Changes no count, also beside writers and concurrent calls: it replaces rows with their sum. */
  async compact(tx: Transaction): Promise<void> {
    await tx.manager.query(`
      WITH taken AS (DELETE FROM registration_counts RETURNING list, status, difference)
      INSERT INTO registration_counts (list, status, difference)
      SELECT list, status, sum(difference) FROM taken GROUP BY list, status HAVING sum(difference) <> 0`);
  }
}
