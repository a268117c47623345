import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** A membership subscription as the provider last reported it. One live one per customer, which is one per person. */
@Entity('subscriptions')
@Check('subscriptions_status_known', `status IN ('pending', 'active', 'past_due', 'paused', 'cancelled')`)
@Check('subscriptions_plan_known', `plan IN ('monthly', 'annual')`)
@Check('subscriptions_amount_not_negative', `amount >= 0`)
@Check('subscriptions_discount_whole', `(discount_percent IS NULL) = (discount_until IS NULL)`)
@Check('subscriptions_pause_whole', `(paused_from IS NULL) = (paused_until IS NULL)`)
@Index('subscriptions_one_live', ['customerId'], { unique: true, where: `status IN ('active', 'past_due', 'paused')` })
@Index('subscriptions_running', ['startedAt'], {
  where: `ended_at IS NULL AND status IN ('active', 'past_due', 'paused')`,
})
@Index('subscriptions_begun', ['startedAt'], { where: 'has_begun' })
@Index('subscriptions_ended', ['endedAt'], { where: 'ended_at IS NOT NULL AND has_begun' })
@Index('subscriptions_customer', ['customerId', 'startedAt'])
@Index('subscriptions_card_expiry', ['cardExpiresAt'], {
  where: `status IN ('active', 'paused') AND NOT cancel_at_period_end`,
})
export class Subscription {
  /** The provider's id (`sub_…`). */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'subscriptions_customer_fk' })
  customer?: Relation<Customer>;

  @Column('text')
  status!: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled';

  @Column('boolean')
  access!: boolean;

  @Column('text')
  plan!: 'monthly' | 'annual';

  /** Cents per period */
  @Column('integer')
  amount!: number;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('timestamptz')
  currentPeriodStart!: Date;

  @Column('timestamptz')
  currentPeriodEnd!: Date;

  @Column('boolean', { default: false })
  cancelAtPeriodEnd!: boolean;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Whether it ever ran. One whose first payment has not arrived, or failed, did not. */
  @Column('boolean', { default: true })
  hasBegun!: boolean;

  /** Whether staff made it at the provider, rather than a checkout of ours. */
  @Column('boolean', { default: false })
  isStaffMade!: boolean;

  /** Whether it does not renew only because its account is deactivated. */
  @Column('boolean', { default: false })
  isStopped!: boolean;

  /** From when its pause is not paid and gives no access; null without a pause, to come or running. */
  @Column('timestamptz', { nullable: true })
  pausedFrom!: Date | null;

  /** When it is charged next after its pause. */
  @Column('timestamptz', { nullable: true })
  pausedUntil!: Date | null;

  /** Of the discount that the member accepted instead of a cancellation, as long as it runs; later its last one. */
  @Column('integer', { nullable: true })
  discountPercent!: number | null;

  @Column('timestamptz', { nullable: true })
  discountUntil!: Date | null;

  /** The provider's id of the card that pays it (`pm_…`); `null` for another way to pay, and once it has ended. */
  @Column('text', { nullable: true })
  cardId!: string | null;

  @Column('text', { nullable: true })
  cardLast4!: string | null;

  /** The end of the card's last month, in UTC. */
  @Column('timestamptz', { nullable: true })
  cardExpiresAt!: Date | null;

  /** Grows with every change that is published. */
  @Column('integer', { default: 1 })
  version!: number;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
