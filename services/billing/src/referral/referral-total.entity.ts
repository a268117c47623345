import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An account's referral earnings as last published. */
@Entity('referral_totals')
@Check('referral_totals_not_negative', `total_credits >= 0`)
export class ReferralTotal {
  @PrimaryColumn('uuid')
  userId!: string;

  /** Cents, after withdrawals */
  @Column('integer')
  totalCredits!: number;

  @Column('integer')
  version!: number;
}
