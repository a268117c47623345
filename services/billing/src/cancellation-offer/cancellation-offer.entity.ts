import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { CancellationReason } from '@lectern/contracts/billing/cancellation';

/** An offer that a member got before a cancellation, with the reason that the member gave for it. */
@Entity('cancellation_offers')
@Check('cancellation_offers_known', `offer IN ('pause', 'discount')`)
@Check('cancellation_offers_percent_sane', `(offer = 'discount') = (percent IS NOT NULL)`)
@Check(
  'cancellation_offers_reason_known',
  `reason IN ('too_expensive', 'no_time', 'times', 'not_expected', 'break', 'other')`,
)
export class CancellationOffer {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('cancellation_offers_customer')
  @Column('text')
  customerId!: string;

  @Column('text')
  subscriptionId!: string;

  @Column('text')
  offer!: 'pause' | 'discount';

  /** Of the discount. */
  @Column('integer', { nullable: true })
  percent!: number | null;

  /** Null where the member chose none. */
  @Column('text', { nullable: true })
  reason!: CancellationReason | null;

  /** Null without one, and after the person was erased. */
  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('timestamptz')
  offeredAt!: Date;

  /** Null while it is not accepted. */
  @Column('timestamptz', { nullable: true })
  acceptedAt!: Date | null;
}
