import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Event } from '../event/event.entity.ts';

/**
 * The state of a sign-up. `taken` fills a seat; `waiting` waits for one. It was given up by the member (`cancelled`), ended with the
 * plan, the account or the workshop (`released`), or was deleted by staff (`removed`).
 */
export type WorkshopSeat = 'taken' | 'waiting' | 'cancelled' | 'released' | 'removed';

/** An account's seat in a workshop, or its position on the waitlist. It costs nothing: the annual plan includes it. */
@Entity('workshop_registrations')
@Check('workshop_registrations_seat_known', `seat IN ('taken', 'waiting', 'cancelled', 'released', 'removed')`)
@Check('workshop_registrations_waiting_dated', `(seat = 'waiting') = (waitlisted_at IS NOT NULL)`)
@Check('workshop_registrations_end_dated', `(seat IN ('taken', 'waiting')) = (ended_at IS NULL)`)
@Index('workshop_registrations_once', ['eventId', 'userId'], {
  unique: true,
  where: `seat IN ('taken', 'waiting')`,
})
@Index('workshop_registrations_newest', ['registeredAt', 'id'], { where: `seat <> 'removed'` })
@Index('workshop_registrations_search', { synchronize: false })
export class WorkshopRegistration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  eventId!: string;

  @ManyToOne(() => Event, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'workshop_registrations_event_fk' })
  event?: Relation<Event>;

  /** Null once the account was deleted. */
  @Index('workshop_registrations_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The recipient of its emails: the account's address, until the workshop is over or the sign-up has ended. */
  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text')
  seat!: WorkshopSeat;

  /** Set while it waits; the waitlist is in this order. */
  @Column('timestamptz', { nullable: true })
  waitlistedAt!: Date | null;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  registeredAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Maintained by the database for searches: name and email in lower case, each word after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;
}
