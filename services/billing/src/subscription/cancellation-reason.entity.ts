import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { CancellationReason as Reason } from '@lectern/contracts/billing/cancellation';

/** Why a member cancelled a membership, in their own words. Written once for a cancellation. */
@Entity('cancellation_reasons')
@Check(
  'cancellation_reasons_reason_known',
  `reason IN ('too_expensive', 'no_time', 'times', 'not_expected', 'break', 'other')`,
)
@Index('cancellation_reasons_subscription', ['subscriptionId', 'at'])
export class CancellationReason {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('cancellation_reasons_customer')
  @Column('text')
  customerId!: string;

  @Column('text')
  subscriptionId!: string;

  /** Null where the member chose none. */
  @Column('text', { nullable: true })
  reason!: Reason | null;

  /** Null without one, and after the person was erased. */
  @Column('text', { nullable: true })
  comment!: string | null;

  @Column('timestamptz')
  at!: Date;
}
