import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Reconciliation } from './reconciliation.entity.ts';

/** One field in which our records differed from the provider's before they were repaired. */
@Entity('reconciliation_differences')
export class ReconciliationDifference {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('reconciliation_differences_of')
  @Column('uuid')
  reconciliationId!: string;

  @ManyToOne(() => Reconciliation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'reconciliation_id', foreignKeyConstraintName: 'reconciliation_differences_fk' })
  reconciliation?: Relation<Reconciliation>;

  @Column('text')
  customerId!: string;

  /** `subscription sub_…`, `payment in_…`, `purchase pi_…` */
  @Column('text')
  subject!: string;

  @Column('text')
  field!: string;

  /** Missing when we did not know of the subject. */
  @Column('text', { nullable: true })
  local!: string | null;

  @Column('text', { nullable: true })
  remote!: string | null;
}
