import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A dated happening that people register for: a tournament or a bootcamp run (specification, section 3 "events"). */
@Entity('events')
@Check('events_type_known', `type IN ('tournament', 'bootcamp')`)
@Check('events_division_known', `division IN ('development', 'professional')`)
@Check('events_end_after_start', `ends_at > datetime`)
@Check('events_deadline_before_end', `registration_deadline <= ends_at`)
@Check('events_capacity_positive', `capacity > 0`)
@Check('events_price_not_negative', `price >= 0`)
@Index('events_upcoming', ['datetime'], { where: 'is_active' })
export class Event {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  type!: 'tournament' | 'bootcamp';

  /** Open to both when missing. */
  @Column('text', { nullable: true })
  division!: 'development' | 'professional' | null;

  /** When it begins. */
  @Column('timestamptz')
  datetime!: Date;

  /** When its last session ends. */
  @Column('timestamptz')
  endsAt!: Date;

  /** IANA zone in which its times are told. */
  @Column('text', { default: 'EST' })
  timezone!: string;

  @Column('text', { default: 'Zoom' })
  location!: string;

  @Column('text', { nullable: true })
  zoomLink!: string | null;

  /** Unlimited when missing. */
  @Column('integer', { nullable: true })
  capacity!: number | null;

  @Column('timestamptz')
  registrationDeadline!: Date;

  /** Cents */
  @Column('integer')
  price!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
