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

  /** Customers that were looked at. */
  @Column('integer', { default: 0 })
  checked!: number;

  /** Customers of whom something differed, which is repaired. */
  @Column('integer', { default: 0 })
  repaired!: number;

  /** Customers who could not be compared or taken over. */
  @Column('integer', { default: 0 })
  failed!: number;

  /** Of a full run: every customer up to this id has been looked at. A run that was interrupted goes on from here. */
  @Column('text', { nullable: true })
  doneUntil!: string | null;
}
