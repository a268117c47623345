import type { PaymentRefusal } from '@lectern/contracts/billing/model';
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
import { PromoCode } from '../promo-code/promo-code.entity.ts';

/**
 * A single payment, for one registration. Its page may expire and be followed by another, which is its next attempt. A payment that was refused
 * stays what it is: where the registration is to be paid after all, it has another purchase.
 */
@Entity('purchases')
@Check('purchases_product_known', `product IN ('bootcamps', 'tournaments')`)
@Check('purchases_status_known', `status IN ('opening', 'open', 'paid', 'refunded', 'expired')`)
@Check(
  'purchases_amounts_sane',
  `amount >= 0 AND amount_paid >= 0 AND amount_refunded BETWEEN 0 AND amount_paid AND amount_credited BETWEEN 0 AND amount_paid`,
)
@Index('purchases_charged', { synchronize: false })
@Index('purchases_customer', ['customerId'])
@Index('purchases_intent', ['paymentIntentId'], { where: 'payment_intent_id IS NOT NULL' })
@Index('purchases_unrefused', ['reference'], { unique: true, where: 'refusal IS NULL' })
@Index('purchases_due', ['expiresAt'], { where: `status = 'open'` })
export class Purchase {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  product!: 'bootcamps' | 'tournaments';

  /** The registration that it pays for, in the service that keeps registrations. */
  @Column('uuid')
  reference!: string;

  /** Missing until a guest has paid: the provider makes the customer then. */
  @Column('text', { nullable: true })
  customerId!: string | null;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'purchases_customer_fk' })
  customer?: Relation<Customer> | null;

  /** The mailbox that a guest pays for, as typed; missing for accounts. */
  @Column('text', { nullable: true })
  guestEmail!: string | null;

  /** The name of the person that a guest pays for; missing for accounts. */
  @Column('text', { nullable: true })
  guestFirstName!: string | null;

  @Column('text', { nullable: true })
  guestLastName!: string | null;

  @Column('text')
  title!: string;

  /** When the event begins, as it was when its page was opened. */
  @Column('timestamptz', { nullable: true })
  beginsAt!: Date | null;

  /** Cents, before a promo code */
  @Column('integer')
  amount!: number;

  @Column('text')
  status!: 'opening' | 'open' | 'paid' | 'refunded' | 'expired';

  /** From 1 on; names the page, and the request for it. */
  @Column('integer', { default: 1 })
  attempt!: number;

  @Column('uuid', { nullable: true })
  promoCodeId!: string | null;

  @ManyToOne(() => PromoCode, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'promo_code_id', foreignKeyConstraintName: 'purchases_promo_code_fk' })
  promoCode?: Relation<PromoCode> | null;

  @Index('purchases_session', { unique: true })
  @Column('text', { nullable: true })
  sessionId!: string | null;

  @Column('text', { nullable: true })
  url!: string | null;

  /** Missing where nothing was charged. */
  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  /** Cents that were really charged. */
  @Column('integer', { default: 0 })
  amountPaid!: number;

  @Column('integer', { default: 0 })
  amountRefunded!: number;

  /** Cents that staff returned as credit instead. */
  @Column('integer', { default: 0 })
  amountCredited!: number;

  /** The cardholder's bank reclaimed it and has not decided yet. */
  @Column('boolean', { default: false })
  isDisputed!: boolean;

  /** Whether staff recorded its payment: the provider has nothing of it. */
  @Column('boolean', { default: false })
  isOffline!: boolean;

  /** Where the provider shows its receipt; missing where nothing was charged. */
  @Column('text', { nullable: true })
  receiptUrl!: string | null;

  @Column('text')
  successUrl!: string;

  @Column('text')
  cancelUrl!: string;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  paidAt!: Date | null;

  /** Why registrations refuses this payment; missing where it does not. */
  @Column('text', { nullable: true })
  refusal!: PaymentRefusal | null;

  /** When a refused payment was paid back. */
  @Column('timestamptz', { nullable: true })
  returnedAt!: Date | null;

  /** When registrations asked for the end of its page. */
  @Column('timestamptz', { nullable: true })
  withdrawnAt!: Date | null;

  /** When the person withdrew from what it had paid for: a refund ends nothing more. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Grows with every change that is published. */
  @Column('integer', { default: 0 })
  version!: number;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
