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
 * A membership checkout on the provider's page. The row is written before the provider is asked, and its id is the idempotency key of that
 * request: if the process dies in between, the next attempt gets the same session.
 */
@Entity('checkouts')
@Check('checkouts_plan_known', `plan IN ('monthly', 'annual')`)
@Check('checkouts_status_known', `status IN ('opening', 'open', 'complete', 'expired')`)
@Check('checkouts_amount_not_negative', `amount >= 0`)
@Index('checkouts_one_open_of_customer', ['customerId'], { unique: true, where: `status IN ('opening', 'open')` })
@Index('checkouts_one_open_of_guest', ['attemptHash'], { unique: true, where: `status IN ('opening', 'open')` })
@Index('checkouts_customer', ['customerId'])
@Index('checkouts_due', ['expiresAt'], { where: `status = 'open'` })
export class Checkout {
  @PrimaryColumn('uuid')
  id!: string;

  /** The mailbox that a guest pays for; contact data of an account's. */
  @Column('text')
  emailKey!: string;

  /** As typed. Missing in checkouts of before there was this. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** SHA-256 of what a guest's browser calls its attempt, with the mailbox; missing for accounts. */
  @Column('text', { nullable: true })
  attemptHash!: string | null;

  @Column('text')
  plan!: 'monthly' | 'annual';

  /** Cents per period at the time of opening. */
  @Column('integer')
  amount!: number;

  @Column('uuid', { nullable: true })
  promoCodeId!: string | null;

  @ManyToOne(() => PromoCode, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'promo_code_id', foreignKeyConstraintName: 'checkouts_promo_code_fk' })
  promoCode?: Relation<PromoCode> | null;

  @Column('text')
  status!: 'opening' | 'open' | 'complete' | 'expired';

  /** Missing until a guest has paid: the provider makes the customer then. */
  @Column('text', { nullable: true })
  customerId!: string | null;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'checkouts_customer_fk' })
  customer?: Relation<Customer> | null;

  /** The provider's id (`cs_…`). */
  @Index('checkouts_session', { unique: true })
  @Column('text', { nullable: true })
  sessionId!: string | null;

  @Column('text', { nullable: true })
  url!: string | null;

  @Column('text')
  successUrl!: string;

  @Column('text')
  cancelUrl!: string;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
