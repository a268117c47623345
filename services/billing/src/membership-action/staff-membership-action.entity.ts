import type { MembershipAction } from '@lectern/contracts/billing/membership-action';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Customer } from '../customer/customer.entity.ts';

/** An action of staff on a membership. */
@Entity('membership_actions')
@Index('membership_actions_customer', ['customerId'])
export class StaffMembershipAction {
  /** Chosen by the client. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  customerId!: string;

  @ManyToOne(() => Customer, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'customer_id', foreignKeyConstraintName: 'membership_actions_customer_fk' })
  customer?: Relation<Customer>;

  @Column('text')
  subscriptionId!: string;

  @Column('text')
  kind!: MembershipAction['kind'];

  /** As it was asked for. */
  @Column('jsonb')
  action!: MembershipAction;

  /** Missing after the person was erased. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** The administrator. */
  @Column('uuid')
  askedBy!: string;

  @Column('timestamptz')
  askedAt!: Date;

  /** Null while the provider has not answered. */
  @Column('timestamptz', { nullable: true })
  doneAt!: Date | null;
}
