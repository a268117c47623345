import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A friend referred by a member (specification, section 3 "referrals"). Referrer and referee are identity's accounts. */
@Entity('referrals')
@Check('referrals_status_known', `status IN ('pending', 'completed', 'reversed')`)
@Check('referrals_not_oneself', `referrer_id <> referee_id`)
@Index('referrals_referrer', ['referrerId', 'createdAt'])
@Index('referrals_code', ['referralCode'])
export class Referral {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  referrerId!: string;

  /** One referral per referred person. */
  @Index('referrals_referee', { unique: true, where: 'referee_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  refereeId!: string | null;

  @Column('text')
  refereeEmail!: string;

  /** A hash of the referred mailbox, which outlives its account: it earns a referral once. */
  @Index('referrals_referee_key')
  @Column('text', { nullable: true })
  refereeKey!: string | null;

  @Column('text')
  referralCode!: string;

  /** Of the referee's account when the code was given. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  @Column('text', { default: 'pending' })
  status!: 'pending' | 'completed' | 'reversed';

  /** Cents for each of the two. */
  @Column('integer', { default: 5_000 })
  creditAmount!: number;

  @Column('timestamptz', { nullable: true })
  creditedAt!: Date | null;

  /** The invoice whose payment counted. */
  @Column('text', { nullable: true })
  firstPaymentId!: string | null;

  @Column('timestamptz', { nullable: true })
  reversedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  registeredAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
