import {
  Check,
  Column,
  Entity,
  Generated,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import { Event } from '../event/event.entity.ts';

/**
 * The state of a registration in its run. `held` (for a payment), `offered` (to the first of the waitlist) and `taken` (paid)
 * fill a seat; `waiting` and `released` do not.
 */
export type Seat = 'held' | 'waiting' | 'offered' | 'taken' | 'released';

/** A seat in a bootcamp run, or on its waitlist (specification, section 3 "bootcamp_registrations"). */
@Entity('bootcamp_registrations')
@Check('bootcamp_registrations_experience_known', `experience_level IN ('beginner', 'intermediate', 'advanced')`)
@Check('bootcamp_registrations_payment_status_known', `payment_status IN ('pending', 'paid', 'failed', 'refunded')`)
@Check('bootcamp_registrations_payment_not_negative', `payment_amount >= 0`)
@Check('bootcamp_registrations_refund_steps_list', `jsonb_typeof(refund_steps) = 'array'`)
@Check('bootcamp_registrations_seat_known', `seat IN ('held', 'waiting', 'offered', 'taken', 'released')`)
@Check('bootcamp_registrations_waiting_dated', `(seat = 'waiting') = (waitlisted_at IS NOT NULL)`)
@Check('bootcamp_registrations_offer_dated', `seat <> 'offered' OR offered_until IS NOT NULL`)
@Index('bootcamp_registrations_once_named', { synchronize: false })
@Index('bootcamp_registrations_seat', ['eventId', 'seat'])
@Index('bootcamp_registrations_newest', ['registeredAt', 'id'], { where: 'hidden_at IS NULL' })
@Index('bootcamp_registrations_search', { synchronize: false })
export class BootcampRegistration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  eventId!: string;

  @ManyToOne(() => Event, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'bootcamp_registrations_event_fk' })
  event?: Relation<Event>;

  @Index('bootcamp_registrations_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** As typed, for display and sending. */
  @Column('text')
  email!: string;

  /** The email as it is compared: trimmed, without letter case. */
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

  /** The refunds of its event when it was paid: a withdrawal gives back no less, whatever staff change later. Empty until then. */
  @Column('jsonb', { default: () => `'[]'` })
  refundSteps!: RefundSteps;

  @Index('bootcamp_registrations_checkout', { unique: true })
  @Column('text', { nullable: true })
  stripeCheckoutSessionId!: string | null;

  @Column('text', { nullable: true })
  stripePaymentIntentId!: string | null;

  @Column('text', { nullable: true })
  specialRequests!: string | null;

  @Column('text', { nullable: true })
  promoCode!: string | null;

  @Column('text', { default: 'held' })
  seat!: Seat;

  /** Set while the run has no seat for this person; the waitlist is in this order. */
  @Column('timestamptz', { nullable: true })
  waitlistedAt!: Date | null;

  /** Since when it is held: successive payment pages hold it for an hour at most. */
  @Column('timestamptz', { nullable: true })
  heldSince!: Date | null;

  /** Until when a held seat stays held without an open checkout. */
  @Column('timestamptz', { nullable: true })
  heldUntil!: Date | null;

  /** Until when the person who was offered the seat may pay for it. */
  @Column('timestamptz', { nullable: true })
  offeredUntil!: Date | null;

  /** The key of the link in the email that offers a seat. Only its reader knows it. */
  @Column('uuid')
  @Generated('uuid')
  payKey!: string;

  /** A keyed hash of the network of an unpaid registration. */
  @Column('text', { nullable: true })
  networkKey!: string | null;

  /** When it was published that no account has it. */
  @Column('timestamptz', { nullable: true })
  claimMadeAt!: Date | null;

  /**
   * Whether a guest made it in another name than its account had when it was granted, or has had since: once paid, it does not
   * move or end with the account.
   */
  @Column('boolean', { default: false })
  inOtherName!: boolean;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  registeredAt!: Date;

  /** When an administrator deleted it. It fills no seat from then on; its payment status stays. */
  @Column('timestamptz', { nullable: true })
  hiddenAt!: Date | null;

  /** Maintained by the database for searches: name and email in lower case, each word after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;
}
