import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A person's registration in the debate club (specification, section 3 "debate_club_registrations"). Each subscription brings
 * one; administrators add others.
 */
@Entity('debate_club_registrations')
@Check('debate_club_registrations_division_known', `division IN ('development', 'professional')`)
@Check('debate_club_registrations_billing_cycle_known', `billing_cycle IN ('monthly', 'annual')`)
@Check('debate_club_registrations_experience_known', `experience_level IN ('beginner', 'intermediate', 'advanced')`)
@Check('debate_club_registrations_status_known', `status IN ('active', 'pending', 'paused', 'cancelled')`)
@Index('debate_club_registrations_newest', ['registeredAt', 'id'], { where: 'hidden_at IS NULL' })
@Index('debate_club_registrations_newest_of_status', ['status', 'registeredAt', 'id'], { where: 'hidden_at IS NULL' })
@Index('debate_club_registrations_search', { synchronize: false })
export class DebateClubRegistration {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('debate_club_registrations_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** As typed, for display and sending. */
  @Column('text')
  email!: string;

  /** The email as it is compared: trimmed, without letter case. */
  @Index('debate_club_registrations_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text', { default: 'development' })
  division!: 'development' | 'professional';

  @Column('text')
  billingCycle!: 'monthly' | 'annual';

  @Column('text', { nullable: true })
  experienceLevel!: 'beginner' | 'intermediate' | 'advanced' | null;

  @Column('text', { nullable: true })
  goals!: string | null;

  @Column('text', { nullable: true })
  referralSource!: string | null;

  @Column('text', { nullable: true })
  referralCode!: string | null;

  @Column('text', { default: 'active' })
  status!: 'active' | 'pending' | 'paused' | 'cancelled';

  /** The former status of a row that staff added, while its account is deactivated; `status` is cancelled then. */
  @Column('text', { nullable: true })
  suspendedStatus!: 'active' | 'pending' | 'paused' | null;

  @Column('timestamptz', { nullable: true })
  billingStartDate!: Date | null;

  @Column('text', { nullable: true })
  stripeCustomerId!: string | null;

  @Index('debate_club_registrations_subscription', { unique: true })
  @Column('text', { nullable: true })
  stripeSubscriptionId!: string | null;

  /** When it was published that no account has it. */
  @Column('timestamptz', { nullable: true })
  claimMadeAt!: Date | null;

  /** Whole milliseconds, as a page's cursor carries it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  registeredAt!: Date;

  /** Deleted by an administrator; the subscription goes on and does not bring it back (decisions, "Membership and payments"). */
  @Column('timestamptz', { nullable: true })
  hiddenAt!: Date | null;

  /** The row that hides this one, which staff added for the same person: a membership's, or a newer one of staff's. */
  @Index('debate_club_registrations_replaced_by', { where: 'replaced_by IS NOT NULL' })
  @Column('uuid', { nullable: true })
  replacedBy!: string | null;

  /** Maintained by the database for searches: name and email in lower case, each word after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;
}
