import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { EventNotice as Notice } from '@lectern/contracts/registrations/event-notice-model';
import { Event } from '../event/event.entity.ts';

/** A notice of an event that was published for a registration. Rows are kept, because they prevent a second one. */
@Entity('event_notices')
@Check('event_notices_kind_known', `kind IN ('tournament', 'bootcamp', 'workshop')`)
@Check('event_notices_notice_known', `notice IN ('seven_days', 'one_day', 'one_hour', 'payment_reminder', 'changed')`)
@Index('event_notices_once', ['registrationId', 'notice', 'dueAt', 'mailbox'], { unique: true })
export class EventNotice {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('event_notices_event')
  @Column('uuid')
  eventId!: string;

  @ManyToOne(() => Event, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'event_notices_event_fk' })
  event?: Relation<Event>;

  @Column('uuid')
  registrationId!: string;

  @Column('text')
  kind!: Event['type'];

  @Column('text')
  notice!: Notice;

  /** The beginning of the event that it names. */
  @Column('timestamptz')
  beginsAt!: Date;

  /** When it was due: another date of the event is another notice. */
  @Column('timestamptz')
  dueAt!: Date;

  /**
   * A hash of the key of the registration's links, which changes when staff give it another mailbox: the new one has not got the
   * notice, and the links in the former one's have ended.
   */
  @Column('text')
  mailbox!: string;

  @Column('timestamptz')
  publishedAt!: Date;
}
