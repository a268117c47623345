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
import type { Answers } from '@lectern/contracts/registrations/event-questions';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import { BootcampRegistration } from '../bootcamp-registration/bootcamp-registration.entity.ts';
import { Event } from '../event/event.entity.ts';
import type { PriceReason } from './entry-price.ts';

/** An entry for a tournament, one per name and email address (specification, section 3 "tournament_registrations"). */
@Entity('tournament_registrations')
@Check('tournament_registrations_division_known', `division IN ('development', 'professional')`)
@Check('tournament_registrations_experience_known', `experience_level IN ('beginner', 'intermediate', 'advanced')`)
@Check('tournament_registrations_answers_named', `jsonb_typeof(answers) = 'object'`)
@Check('tournament_registrations_competitions_list', `jsonb_typeof(competitions) = 'array'`)
@Check('tournament_registrations_payment_status_known', `payment_status IN ('pending', 'paid', 'failed', 'refunded')`)
@Check('tournament_registrations_payment_not_negative', `payment_amount >= 0`)
@Check('tournament_registrations_refund_steps_list', `jsonb_typeof(refund_steps) = 'array'`)
@Check(
  'tournament_registrations_price_reason_known',
  `price_reason IN ('standard', 'member', 'annual_member', 'bootcamp_entry')`,
)
@Check(
  'tournament_registrations_withdrawn_ended',
  `withdrawn_at IS NULL OR payment_status = 'refunded' AND withdrawal_refund >= 0`,
)
@Index('tournament_registrations_once_named', { synchronize: false })
@Index('tournament_registrations_newest', ['registeredAt', 'id'])
@Index('tournament_registrations_newest_of_status', ['paymentStatus', 'registeredAt', 'id'])
@Index('tournament_registrations_search', { synchronize: false })
@Index('tournament_registrations_waiting', ['eventId', 'waitlistedAt'], { where: 'waitlisted_at IS NOT NULL' })
export class TournamentRegistration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  eventId!: string;

  @ManyToOne(() => Event, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'tournament_registrations_event_fk' })
  event?: Relation<Event>;

  @Index('tournament_registrations_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** As typed, for display and sending. */
  @Column('text')
  email!: string;

  /** The email as it is compared: trimmed, without letter case. */
  @Index('tournament_registrations_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text')
  division!: 'development' | 'professional';

  @Column('text', { nullable: true })
  experienceLevel!: 'beginner' | 'intermediate' | 'advanced' | null;

  /** The ids of the competitions that the person enters. */
  @Column('jsonb', { default: () => `'[]'` })
  competitions!: string[];

  /** To the questions of the tournament, by the id of the question. */
  @Column('jsonb', { default: () => `'{}'` })
  answers!: Answers;

  @Column('text', { nullable: true })
  specialRequests!: string | null;

  @Column('timestamptz', { nullable: true })
  waiverAcceptedAt!: Date | null;

  @Column('text', { nullable: true })
  promoCode!: string | null;

  @Column('text', { default: 'pending' })
  paymentStatus!: 'pending' | 'paid' | 'failed' | 'refunded';

  /** Cents; null until the price is known. */
  @Column('integer', { nullable: true })
  paymentAmount!: number | null;

  /** The refunds of its event when it was paid: a withdrawal gives back no less, whatever staff change later. Empty until then. */
  @Column('jsonb', { default: () => `'[]'` })
  refundSteps!: RefundSteps;

  /** The instant whose price of the tournament it has: when it was entered, or got its place again. */
  @Column('timestamptz', { default: () => 'now()' })
  pricedAt!: Date;

  /** The reason of its price when it was priced: a promo code, or a later price of the tournament, does not change it. */
  @Column('text', { default: 'standard' })
  priceReason!: PriceReason;

  /** The bootcamp seat that includes this entry; one entry each. */
  @Index('tournament_registrations_bootcamp', { unique: true })
  @Column('uuid', { nullable: true })
  bootcampRegistrationId!: string | null;

  @ManyToOne(() => BootcampRegistration, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'bootcamp_registration_id', foreignKeyConstraintName: 'tournament_registrations_bootcamp_fk' })
  bootcampRegistration?: Relation<BootcampRegistration>;

  /** The key of the payment link in this entry's email. Only its reader knows it. */
  @Column('uuid')
  @Generated('uuid')
  payKey!: string;

  /** The key that corrects the email of an unpaid entry. Only the browser that entered knows it; null for an account's entry. */
  @Column('uuid', { nullable: true })
  correctionKey!: string | null;

  /** How often the email address was corrected. */
  @Column('integer', { default: 0 })
  emailCorrections!: number;

  /** A keyed hash of the network of an unpaid entry. */
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

  /** The membership that includes it; null where none does. */
  @Index('tournament_registrations_free_subscription', { where: 'free_subscription_id IS NOT NULL' })
  @Column('text', { nullable: true })
  freeSubscriptionId!: string | null;

  /** Until when it holds its place unpaid; null where that has no end. */
  @Column('timestamptz', { nullable: true })
  heldUntil!: Date | null;

  /** When it was released because it was not paid in time, or did not get a place from the waitlist. */
  @Column('timestamptz', { nullable: true })
  releasedAt!: Date | null;

  /** Set while the tournament has no place for this entry; the waitlist is in this order. */
  @Column('timestamptz', { nullable: true })
  waitlistedAt!: Date | null;

  /** When its person withdrew it, which ended it. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;

  /** Cents that were to be refunded for its withdrawal. */
  @Column('integer', { nullable: true })
  withdrawalRefund!: number | null;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  registeredAt!: Date;

  /** Maintained by the database for searches: name and email in lower case, each word after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;
}
