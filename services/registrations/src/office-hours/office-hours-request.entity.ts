import { Check, Column, Entity, Exclusion, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A slot of the office hours that a member has, or had and cancelled. */
@Entity('office_hours_requests')
@Check('office_hours_requests_end_after_start', `ends_at > starts_at`)
@Exclusion(
  'office_hours_requests_one_at_a_time',
  `USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE (cancelled_at IS NULL)`,
)
@Index('office_hours_requests_user', ['userId', 'endsAt'], { where: 'cancelled_at IS NULL' })
export class OfficeHoursRequest {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('office_hours_requests_of')
  @Column('uuid')
  userId!: string;

  /** The recipient of its emails: the account's address, until the slot is over or cancelled. */
  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  /** The member's topic. */
  @Column('text')
  topic!: string;

  @Column('timestamptz')
  startsAt!: Date;

  @Column('timestamptz')
  endsAt!: Date;

  @Column('timestamptz')
  requestedAt!: Date;

  @Column('timestamptz', { nullable: true })
  cancelledAt!: Date | null;
}
