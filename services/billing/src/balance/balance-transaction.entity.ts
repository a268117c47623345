import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { PaidProduct, PaymentKind } from '@lectern/contracts/billing/listed-payment';
import { Purchase } from '../purchase/purchase.entity.ts';

/**
 * A movement of the association's balance, copied from the provider's ledger (https://docs.stripe.com/api/balance_transactions/object).
 * Its amounts never change. Invoice, purchase, product and payout are added once they are known.
 */
@Entity('balance_transactions')
@Check('balance_transactions_kind_known', `kind IN ('charge', 'refund', 'dispute', 'adjustment', 'payout')`)
@Check('balance_transactions_net', 'net = amount - fee')
@Check(
  'balance_transactions_product_known',
  `product IN ('membership_monthly', 'membership_annual', 'bootcamp', 'tournament', 'other')`,
)
@Index('balance_transactions_amount', ['amount', 'id'], { where: `kind <> 'payout'` })
@Index('balance_transactions_available', { synchronize: false })
@Index('balance_transactions_charge', ['chargeId'], { where: 'charge_id IS NOT NULL' })
@Index('balance_transactions_customer', ['customerId', 'createdAt', 'id'], { where: 'customer_id IS NOT NULL' })
@Index('balance_transactions_intent', ['paymentIntentId'], { where: 'payment_intent_id IS NOT NULL' })
@Index('balance_transactions_kind', ['kind', 'createdAt', 'id'])
@Index('balance_transactions_kind_amount', ['kind', 'amount', 'id'])
@Index('balance_transactions_newest', { synchronize: false })
@Index('balance_transactions_payout', ['payoutId'], { where: 'payout_id IS NOT NULL' })
@Index('balance_transactions_product', ['product', 'createdAt', 'id'])
@Index('balance_transactions_product_amount', ['product', 'amount', 'id'])
@Index('balance_transactions_purchase', ['purchaseId'], { where: 'purchase_id IS NOT NULL' })
@Index('balance_transactions_source', ['sourceId'], { where: 'source_id IS NOT NULL' })
@Index('balance_transactions_unlinked', ['id'], {
  where: 'invoice_id IS NULL AND purchase_id IS NULL AND payment_intent_id IS NOT NULL',
})
@Index('balance_transactions_unread_payouts', ['id'], { where: `kind = 'payout' AND payout_id IS NULL` })
export class BalanceTransaction {
  /** The provider's id (`txn_…`). */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  kind!: PaymentKind;

  /** The provider's word for it. */
  @Column('text')
  type!: string;

  /** Cents that it adds to the balance before the fee; negative where it takes some. */
  @Column('integer')
  amount!: number;

  /** Cents. */
  @Column('integer')
  fee!: number;

  /** Cents. */
  @Column('integer')
  net!: number;

  @Column('text')
  currency!: string;

  @Column('timestamptz')
  createdAt!: Date;

  /** From when on it can be paid out. */
  @Column('timestamptz')
  availableOn!: Date;

  /** The provider's words for an adjustment or a payout; missing for what is about a person. */
  @Column('text', { nullable: true })
  description!: string | null;

  /** The provider's id of the charge, refund, dispute or payout. */
  @Column('text', { nullable: true })
  sourceId!: string | null;

  /** The charge that it is of. */
  @Column('text', { nullable: true })
  chargeId!: string | null;

  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  /** The provider's customer, who may not be one of ours. */
  @Column('text', { nullable: true })
  customerId!: string | null;

  /** Of a charge: the brand of the card, or the provider's word for another payment method. */
  @Column('text', { nullable: true })
  method!: string | null;

  /** The last digits of the card or the account. */
  @Column('text', { nullable: true })
  last4!: string | null;

  /** The invoice of the payment that it belongs to. */
  @Column('text', { nullable: true })
  invoiceId!: string | null;

  /** The single payment that it belongs to. */
  @Column('uuid', { nullable: true })
  purchaseId!: string | null;

  @ManyToOne(() => Purchase, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'purchase_id', foreignKeyConstraintName: 'balance_transactions_purchase_fk' })
  purchase?: Relation<Purchase> | null;

  @Column('text', { default: 'other' })
  product!: PaidProduct;

  /** The payout that paid it out; of a payout, its own id once its movements were read. */
  @Column('text', { nullable: true })
  payoutId!: string | null;
}
