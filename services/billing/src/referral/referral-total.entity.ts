import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What an account earned by referrals, as it was last told to others. */
@Entity('referral_totals')
@Check('referral_totals_not_negative', `total_credits >= 0`)
export class ReferralTotal {
  @PrimaryColumn('uuid')
  userId!: string;

  /** Cents, after what was taken back */
  @Column('integer')
  totalCredits!: number;

  @Column('integer')
  version!: number;
}
