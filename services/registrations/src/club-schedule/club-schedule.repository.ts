import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SHIPPED_CLUB_SCHEDULE } from '@lectern/contracts/club-session';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { ClubSchedule } from './club-schedule.entity.ts';

@Injectable()
export class ClubScheduleRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The schedule that content published last; the shipped one, which is version 1, until then. */
  async current(): Promise<Pick<ClubSchedule, 'version' | 'schedule'>> {
    const [row] = await this.dataSource.getRepository(ClubSchedule).find({ take: 1 });
    return row ?? { version: 1, schedule: SHIPPED_CLUB_SCHEDULE };
  }

  /** Stores a version, unless a newer one is stored. */
  async keepNewest(tx: Transaction, { version, schedule }: Pick<ClubSchedule, 'version' | 'schedule'>): Promise<void> {
    await tx.manager.query(
      `INSERT INTO club_schedules (id, version, schedule) VALUES ('current', $1, $2)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, schedule = excluded.schedule
       WHERE club_schedules.version < excluded.version`,
      [version, JSON.stringify(schedule)],
    );
  }
}
