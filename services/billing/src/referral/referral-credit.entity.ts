import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import type { CreditStatus } from './referral-credit.ts';
import { Referral } from './referral.entity.ts';

/** The credit of one side of a referral: owed first, then an entry on the balance at the provider. */
@Entity('referral_credits')
@Check('referral_credits_side_known', `side IN ('referrer', 'referee')`)
@Check('referral_credits_status_known', `status IN ('due', 'granted', 'return_due', 'returned', 'dropped')`)
@Check('referral_credits_amounts_sane', `amount > 0 AND returned_amount BETWEEN 0 AND amount`)
@Index('referral_credits_once', ['referralId', 'side'], { unique: true })
@Index('referral_credits_due', ['createdAt'], { where: `status IN ('due', 'return_due')` })
export class ReferralCredit {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  referralId!: string;

  @ManyToOne(() => Referral, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'referral_id', foreignKeyConstraintName: 'referral_credits_referral_fk' })
  referral?: Relation<Referral>;

  @Column('text')
  side!: 'referrer' | 'referee';

  @Index('referral_credits_user')
  @Column('uuid')
  userId!: string;

  /** Cents */
  @Column('integer')
  amount!: number;

  @Column('text')
  status!: CreditStatus;

  /** The provider's balance transactions (`cbtxn_…`). */
  @Column('text', { nullable: true })
  grantedId!: string | null;

  /** The first withdrawal where there are several. */
  @Column('text', { nullable: true })
  returnedId!: string | null;

  /**
   * The invoices on which it may have been spent when it was withdrawn: amounts that these return are withdrawn too. `null` before that.
   */
  @Column('text', { array: true, nullable: true })
  spentOn!: string[] | null;

  /** Cents that were withdrawn: the unspent part. */
  @Column('integer', { default: 0 })
  returnedAmount!: number;

  /** The customer that had it when the provider deleted that: it is granted again. `null` where that never happened. */
  @Column('text', { nullable: true })
  lostOn!: string | null;

  /** Cents of it that were unspent there. */
  @Column('integer', { nullable: true })
  lostAmount!: number | null;

  /** When settling it last failed; others go first then. */
  @Column('timestamptz', { nullable: true })
  triedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
