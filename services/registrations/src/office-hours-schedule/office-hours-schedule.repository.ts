import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type OfficeHoursSchedule as Schedule, SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { OfficeHoursSchedule } from './office-hours-schedule.entity.ts';

@Injectable()
export class OfficeHoursScheduleRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The schedule that content published last; the shipped one until then. */
  async current(tx: Transaction | null): Promise<Schedule> {
    const [row] = await (tx?.manager ?? this.dataSource).getRepository(OfficeHoursSchedule).find({ take: 1 });
    return row?.schedule ?? SHIPPED_OFFICE_HOURS;
  }

  /** Stores a version, unless a newer one is stored. */
  async keepNewest(
    tx: Transaction,
    { version, schedule }: Pick<OfficeHoursSchedule, 'version' | 'schedule'>,
  ): Promise<void> {
    await tx.manager.query(
      `INSERT INTO office_hours_schedules (id, version, schedule) VALUES ('current', $1, $2)
       ON CONFLICT (id) DO UPDATE SET version = excluded.version, schedule = excluded.schedule
       WHERE office_hours_schedules.version < excluded.version`,
      [version, JSON.stringify(schedule)],
    );
  }
}
