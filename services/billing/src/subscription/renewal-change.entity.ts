import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** When a membership was cancelled to its period's end, resumed, paused, its pause ended, or its plan switched, by the member, staff or at the provider. Never changed. */
@Entity('renewal_changes')
@Check('renewal_changes_change_known', `change IN ('cancelled', 'resumed', 'paused', 'pause_ended', 'switched')`)
export class RenewalChange {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('renewal_changes_customer')
  @Column('text')
  customerId!: string;

  @Column('text')
  subscriptionId!: string;

  @Column('text')
  change!: 'cancelled' | 'resumed' | 'paused' | 'pause_ended' | 'switched';

  /** Until when the running period lasted then. */
  @Column('timestamptz')
  periodEnd!: Date;

  /** Of a pause: when the next charge is due. */
  @Column('timestamptz', { nullable: true })
  pausedUntil!: Date | null;

  /** The plan since then, of a switch. */
  @Column('text', { nullable: true })
  plan!: 'monthly' | 'annual' | null;

  @Column('timestamptz')
  at!: Date;
}
