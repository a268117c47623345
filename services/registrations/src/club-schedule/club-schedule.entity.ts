import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClubSchedule as Schedule } from '@lectern/contracts/club-session';

/** Content's schedule of the weekly session: one row, once staff have changed it. */
@Entity('club_schedules')
@Check('club_schedules_one', `id = 'current'`)
export class ClubSchedule {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'club_schedules_pkey' })
  id!: string;

  /** Of content's text. */
  @Column('integer')
  version!: number;

  @Column('jsonb')
  schedule!: Schedule;
}
