import type { CreditChange as Asked } from '@lectern/contracts/billing/credit';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** A change of a member's credit that was asked for here, and what became of it. Once it is made, the ledger has its entry. */
@Entity('credit_changes')
@Check('credit_changes_amount', 'amount <> 0')
@Check('credit_changes_kind_known', `kind IN ('goodwill', 'refund', 'withdrawn')`)
@Check('credit_changes_status_known', `status IN ('asked', 'made', 'refused')`)
@Index('credit_changes_customer', ['customerId'])
@Index('credit_changes_unsettled', ['askedAt'], { where: `status = 'asked'` })
export class CreditChange {
  /** Chosen by the client. The provider has it as metadata of the entry. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'credit_changes_customer_fk' })
  customer?: Relation<Customer>;

  @Column('text')
  kind!: Asked['kind'];

  /** Cents; positive where it adds credit. */
  @Column('integer')
  amount!: number;

  /** Missing after the person was erased. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** The charge whose refund it belongs to. */
  @Column('text', { nullable: true })
  chargeId!: string | null;

  @Column('text', { default: 'asked' })
  status!: Asked['status'];

  /** Why it was refused. */
  @Column('text', { nullable: true })
  refusal!: string | null;

  /** The administrator. */
  @Column('uuid')
  askedBy!: string;

  @Column('timestamptz')
  askedAt!: Date;
}
