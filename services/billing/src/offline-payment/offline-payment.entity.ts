import type { OfflineMethod } from '@lectern/contracts/billing/offline-payment';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';
import { Purchase } from '../purchase/purchase.entity.ts';

/**
 * Money that staff recorded and the provider has nothing of, or the record that undoes such a payment. Rows are added, never changed or
 * removed; erasing the person takes the words out.
 */
@Entity('offline_payments')
@Check('offline_payments_amount', '(undoes IS NULL) = (amount > 0) AND amount <> 0')
@Check('offline_payments_method_known', `method IN ('check', 'cash', 'bank_transfer')`)
@Check('offline_payments_product_known', `product IN ('bootcamp', 'tournament')`)
@Index('offline_payments_customer', ['customerId'])
@Index('offline_payments_received', ['receivedAt', 'id'])
@Index('offline_payments_undoes', ['undoes'], { unique: true, where: 'undoes IS NOT NULL' })
export class OfflinePayment {
  /** `off_` and the id that the client chose, without hyphens. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'offline_payments_customer_fk' })
  customer?: Relation<Customer>;

  @Index('offline_payments_purchase')
  @Column('uuid')
  purchaseId!: string;

  @ManyToOne(() => Purchase, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'purchase_id', foreignKeyConstraintName: 'offline_payments_purchase_fk' })
  purchase?: Relation<Purchase>;

  @Column('text')
  product!: 'bootcamp' | 'tournament';

  @Column('text')
  method!: OfflineMethod;

  /** Cents; negative where it undoes a payment. */
  @Column('integer')
  amount!: number;

  /** The beginning of the day, by the association's clocks, on which it was received; or when it was undone. */
  @Column('timestamptz')
  receivedAt!: Date;

  /** The number of the check, or the reference of the transfer. */
  @Column('text', { nullable: true })
  reference!: string | null;

  /** The reason, where it undoes a payment. */
  @Column('text', { nullable: true })
  note!: string | null;

  /** The payment that it undoes. */
  @Column('text', { nullable: true })
  undoes!: string | null;

  @ManyToOne(() => OfflinePayment, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'undoes', foreignKeyConstraintName: 'offline_payments_undoes_fk' })
  undone?: Relation<OfflinePayment> | null;

  /** The administrator; missing where registrations refused the payment. */
  @Column('uuid', { nullable: true })
  recordedBy!: string | null;

  @Column('timestamptz')
  recordedAt!: Date;
}
