import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Content's schedule of the weekly session, as far as calendars need it: one row. */
@Entity('club_schedules')
@Check('club_schedules_one', `id = 'current'`)
export class ClubSchedule {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'club_schedules_pkey' })
  id!: string;

  /** Of content's text. */
  @Column('integer')
  version!: number;

  /** Days without a session, in the association's zone. */
  @Column('jsonb')
  skippedDates!: string[];
}
