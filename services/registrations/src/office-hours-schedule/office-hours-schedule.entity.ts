import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { OfficeHoursSchedule as Schedule } from '@lectern/contracts/office-hours';

/** Content's schedule of the office hours: one row, once staff have changed it. */
@Entity('office_hours_schedules')
@Check('office_hours_schedules_one', `id = 'current'`)
export class OfficeHoursSchedule {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'office_hours_schedules_pkey' })
  id!: string;

  /** Of content's text. */
  @Column('integer')
  version!: number;

  @Column('jsonb')
  schedule!: Schedule;
}
