import type { StaffRefund as Asked } from '@lectern/contracts/billing/staff-refund';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** A refund that staff asked for in the console, or that is due to a person who withdrew, and what became of it. */
@Entity('staff_refunds')
@Check('staff_refunds_amount_positive', 'amount > 0')
@Check('staff_refunds_status_known', `status IN ('asked', 'made', 'refused')`)
@Check('staff_refunds_charge_named', 'charge_id IS NOT NULL OR payment_intent_id IS NOT NULL')
@Check('staff_refunds_ends_known', `ends IN ('membership', 'registration')`)
@Check('staff_refunds_method_known', `method IN ('card', 'credit')`)
@Index('staff_refunds_charge', ['chargeId'])
@Index('staff_refunds_customer', ['customerId'])
@Index('staff_refunds_unsettled', ['askedAt'], { where: 'settled_at IS NULL' })
export class StaffRefund {
  /** Chosen by the client; that of the registration for a withdrawal. The provider has it as metadata of the refund. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Missing for a withdrawal until the charge of the payment is known here. */
  @Column('text', { nullable: true })
  chargeId!: string | null;

  /** The payment of a withdrawal. */
  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'staff_refunds_customer_fk' })
  customer?: Relation<Customer>;

  /** Cents. */
  @Column('integer')
  amount!: number;

  /** Missing after the person was erased. */
  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('text', { default: 'asked' })
  status!: Asked['status'];

  /** Why the provider refused it. */
  @Column('text', { nullable: true })
  refusal!: string | null;

  /** Ended with it, because it refunded all that was left. */
  @Column('text', { nullable: true })
  ends!: Asked['ends'];

  /** `credit`: the change of credit with the same id has made it, and the provider has no refund. */
  @Column('text', { default: 'card' })
  method!: 'card' | 'credit';

  /** The provider's refund. */
  @Column('text', { nullable: true })
  refundId!: string | null;

  /** The administrator; missing for a withdrawal. */
  @Column('uuid', { nullable: true })
  askedBy!: string | null;

  @Column('timestamptz')
  askedAt!: Date;

  /** When the provider had refused it, or its effects were known here and its email was on its way. */
  @Column('timestamptz', { nullable: true })
  settledAt!: Date | null;
}
