import type { CreditKind } from '@lectern/contracts/billing/credit';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** A movement of a member's credit: the copy of an entry on the customer's balance at the provider. Rows are added, never changed or removed. */
@Entity('credit_entries')
@Check('credit_entries_amount', 'amount <> 0')
@Check(
  'credit_entries_kind_known',
  `kind IN ('referral', 'goodwill', 'refund', 'switch', 'dues', 'returned', 'withdrawn', 'moved', 'other')`,
)
@Index('credit_entries_customer', ['customerId', 'createdAt'])
export class CreditEntry {
  /** The provider's balance transaction (`cbtxn_…`). */
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'credit_entries_customer_fk' })
  customer?: Relation<Customer>;

  @Column('text')
  kind!: CreditKind;

  /** Cents; positive where it adds credit. */
  @Column('integer')
  amount!: number;

  /** The invoice that used, gave or returned it. */
  @Column('text', { nullable: true })
  invoiceId!: string | null;

  /** The change that was asked for here. */
  @Column('uuid', { nullable: true })
  changeId!: string | null;

  /** When the provider entered it. */
  @Column('timestamptz')
  createdAt!: Date;
}
