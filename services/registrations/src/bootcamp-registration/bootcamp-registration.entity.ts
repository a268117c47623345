import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Event } from '../event/event.entity.ts';

/** A place in a bootcamp run, or on its waiting list (specification, section 3 "bootcamp_registrations"). */
@Entity('bootcamp_registrations')
@Check('bootcamp_registrations_experience_known', `experience_level IN ('beginner', 'intermediate', 'advanced')`)
@Check('bootcamp_registrations_payment_status_known', `payment_status IN ('pending', 'paid', 'failed', 'refunded')`)
@Check('bootcamp_registrations_payment_not_negative', `payment_amount >= 0`)
@Index('bootcamp_registrations_newest', ['registeredAt', 'id'])
export class BootcampRegistration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('bootcamp_registrations_event')
  @Column('uuid')
  eventId!: string;

  @ManyToOne(() => Event, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'bootcamp_registrations_event_fk' })
  event?: Relation<Event>;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** As typed, for display and for sending. */
  @Column('text')
  email!: string;

  /** The address as it is compared: trimmed, without letter case. */
  @Index('bootcamp_registrations_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text')
  experienceLevel!: 'beginner' | 'intermediate' | 'advanced';

  @Column('text', { nullable: true })
  goals!: string | null;

  @Column('text', { nullable: true })
  referralSource!: string | null;

  @Column('text', { default: 'pending' })
  paymentStatus!: 'pending' | 'paid' | 'failed' | 'refunded';

  /** Cents */
  @Column('integer', { default: 15_500 })
  paymentAmount!: number;

  @Index('bootcamp_registrations_checkout', { unique: true })
  @Column('text', { nullable: true })
  stripeCheckoutSessionId!: string | null;

  @Column('text', { nullable: true })
  stripePaymentIntentId!: string | null;

  @Column('text', { nullable: true })
  specialRequests!: string | null;

  @Column('text', { nullable: true })
  promoCode!: string | null;

  /** Set while the run has no place for this person. */
  @Column('timestamptz', { nullable: true })
  waitlistedAt!: Date | null;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  registeredAt!: Date;
}
