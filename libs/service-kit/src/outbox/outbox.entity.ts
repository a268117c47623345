import { Column, Entity, Generated, Index, PrimaryColumn } from 'typeorm';

/** A fact that waits to be told, or was. Written in the transaction of the change that it tells of. */
@Entity('outbox')
@Index('outbox_unpublished', ['sequence'], { where: 'published_at IS NULL' })
@Index('outbox_published_at', ['publishedAt'])
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

  @Column('text')
  correlationId!: string;

  @Column('timestamptz')
  occurredAt!: Date;

  @Column('timestamptz', { nullable: true })
  publishedAt!: Date | null;
}
