import { Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** An event that is published or waits for that. Written in the transaction of the change that it reports. */
@Entity('outbox')
@Index('outbox_unpublished', ['sequence'], { where: 'published_at IS NULL' })
@Index('outbox_recorded_at', ['recordedAt'])
export class OutboxEntry {
  @PrimaryColumn('uuid')
  id!: string;

  @Column({ type: 'bigint', insert: false, update: false })
  @Generated('increment')
  sequence!: string;

  @Column('text')
  name!: string;

  @Column('jsonb')
  payload!: object;

  /** As `carriedCorrelation` writes it: with the trace, where the change was traced. */
  @Column('text')
  correlationId!: string;

  /** By the product's clock. */
  @Column('timestamptz')
  occurredAt!: Date;

  /** By the database's clock, and never changed: the retention and republication of an event count from here. */
  @Column({ type: 'timestamptz', default: () => 'now()', update: false })
  recordedAt!: Date;

  @Column('timestamptz', { nullable: true })
  publishedAt!: Date | null;
}
