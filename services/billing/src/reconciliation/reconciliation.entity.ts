import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One comparison of our records with the provider's. */
@Entity('reconciliations')
@Check('reconciliations_kind_known', `kind IN ('events', 'full', 'admin')`)
export class Reconciliation {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: 'events' | 'full' | 'admin';

  @Index('reconciliations_newest')
  @Column('timestamptz')
  startedAt!: Date;

  /** Missing while it runs, or when it was cut off. */
  @Column('timestamptz', { nullable: true })
  finishedAt!: Date | null;

  /** Customers that were compared. */
  @Column('integer', { default: 0 })
  checked!: number;

  /** Customers with differences, which were repaired. */
  @Column('integer', { default: 0 })
  repaired!: number;

  /** Customers that could not be compared or adopted. */
  @Column('integer', { default: 0 })
  failed!: number;

  /** Of a full run: every customer up to this id was compared. An interrupted run continues from here. */
  @Column('text', { nullable: true })
  doneUntil!: string | null;
}
