import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** A payment as the member sees it: one for each invoice of the provider. */
@Entity('payments')
@Check('payments_status_known', `status IN ('succeeded', 'pending', 'failed', 'refunded')`)
@Check('payments_amounts_sane', `amount >= 0 AND amount_refunded BETWEEN 0 AND amount`)
@Index('payments_charged', { synchronize: false })
@Index('payments_intent', ['paymentIntentId'], { where: 'payment_intent_id IS NOT NULL' })
@Index('payments_newest', ['customerId', 'paidAt', 'id'])
export class Payment {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('payments_invoice', { unique: true })
  @Column('text')
  invoiceId!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'payments_customer_fk' })
  customer?: Relation<Customer>;

  @Column('text', { nullable: true })
  subscriptionId!: string | null;

  @Column('text')
  status!: 'succeeded' | 'pending' | 'failed' | 'refunded';

  @Column('text', { nullable: true })
  interval!: 'month' | 'year' | null;

  /** Cents that were actually charged; for an unpaid invoice, the amount due. */
  @Column('integer')
  amount!: number;

  @Column('integer', { default: 0 })
  amountRefunded!: number;

  /** The cardholder's bank reclaimed it and has not decided yet. */
  @Column('boolean', { default: false })
  isDisputed!: boolean;

  @Column('text', { default: 'usd' })
  currency!: string;

  /** Missing where nothing was charged. */
  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  /** How often the provider tried to charge it. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('text', { nullable: true })
  invoiceUrl!: string | null;

  /** The provider's number of the invoice; missing for a draft. */
  @Column('text', { nullable: true })
  number!: string | null;

  /** The period that it is for, as `interval`. */
  @Column('timestamptz', { nullable: true })
  periodStart!: Date | null;

  @Column('timestamptz', { nullable: true })
  periodEnd!: Date | null;

  /** Cents of everything on the invoice that costs something. */
  @Column('integer', { default: 0 })
  price!: number;

  /** Cents for the rest of a period that was paid before, which a change of plan gives back. */
  @Column('integer', { default: 0 })
  unused!: number;

  /** Cents of promo codes. */
  @Column('integer', { default: 0 })
  discount!: number;

  /** Cents that were paid with the member's credit; negative where the invoice added to it. */
  @Column('integer', { default: 0 })
  credit!: number;

  /** When the invoice was paid, or made if it was not. */
  @Column('timestamptz')
  paidAt!: Date;

  /** When it was first known here that it was paid; missing where it was not, or before that was stored. */
  @Column('timestamptz', { nullable: true })
  knownAt!: Date | null;
}
