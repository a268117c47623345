import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A member's account (specification, section 3 "users"). */
@Entity('users')
@Check('users_subscription_status_known', `subscription_status IN ('active', 'inactive')`)
@Check('users_division_known', `division IN ('development', 'professional')`)
@Check('users_referral_credits_not_negative', `referral_credits >= 0`)
@Index('users_newest', ['createdAt', 'id'])
export class User {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** As typed, for display and for sending. */
  @Column('text')
  email!: string;

  /** The address as it is compared: trimmed, without letter case. */
  @Index('users_email_key', { unique: true })
  @Column('text')
  emailKey!: string;

  /** The address that the account is to change to, as typed, once its mailbox confirmed it. */
  @Column('text', { nullable: true })
  pendingEmail!: string | null;

  /** Whether an administrator asked for `pendingEmail`, who knows whose it is. */
  @Column('boolean', { default: false })
  isChangeByStaff!: boolean;

  /** Since when the account's holder is known to read the mailbox of `email`; missing for an address that was only typed. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt!: Date | null;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  /** Argon2id; missing until somebody chose a password. */
  @Column('text', { nullable: true })
  passwordHash!: string | null;

  @Column('text', { nullable: true })
  stripeCustomerId!: string | null;

  @Column('text', { nullable: true })
  stripeSubscriptionId!: string | null;

  /** `active` or `inactive`, derived from billing's events. */
  @Column('text', { default: 'inactive' })
  subscriptionStatus!: 'active' | 'inactive';

  @Column('text', { default: 'development' })
  division!: 'development' | 'professional';

  /** Whether the member chose their division. Registration does not ask and starts in development (decisions, "Accounts"). */
  @Column('boolean', { default: false })
  hasChosenDivision!: boolean;

  @Column('boolean', { default: false })
  hasSetPassword!: boolean;

  @Index('users_referral_code', { unique: true })
  @Column('text')
  referralCode!: string;

  /** Cents */
  @Column('integer', { default: 0 })
  referralCredits!: number;

  /** Of billing's event that `referralCredits` is from; an older event changes nothing. */
  @Column('integer', { default: 0 })
  referralCreditsVersion!: number;

  /** Tokens of an older version are invalid. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  /** The session version from which on browsers that signed in are known; missing where that is the present one. */
  @Column('integer', { nullable: true })
  devicesSince!: number | null;

  /** Grows with every change that is published. */
  @Column('integer', { default: 1 })
  version!: number;

  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  /** The last day on which a session was used, in the association's time zone; sessions write it. */
  @Column({ type: 'date', nullable: true, update: false })
  lastSeenOn!: string | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
