import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ClubSchedule } from './club-schedule.entity.ts';

@Injectable()
export class ClubScheduleRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Days without a session; none until content has published some. */
  async skippedDates(): Promise<readonly string[]> {
    const [schedule] = await this.dataSource.getRepository(ClubSchedule).find({ take: 1 });
    return schedule?.skippedDates ?? [];
  }

  /** Stores a version, unless a newer one is stored. */
  async keepNewest(
    tx: Transaction,
    { version, skippedDates }: Pick<ClubSchedule, 'version' | 'skippedDates'>,
  ): Promise<void> {
    await tx.manager.query(
      `INSERT INTO club_schedules (id, version, skipped_dates) VALUES ('current', $1, $2)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, skipped_dates = excluded.skipped_dates
       WHERE club_schedules.version < excluded.version`,
      [version, JSON.stringify(skippedDates)],
    );
  }
}
