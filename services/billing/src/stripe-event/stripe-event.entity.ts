import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A webhook event that was received: its id and its subject, never its contents. */
@Entity('stripe_events')
@Index('stripe_events_waiting', ['nextAttemptAt'], { where: 'processed_at IS NULL' })
@Index('stripe_events_received', ['receivedAt'])
export class StripeEvent {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  type!: string;

  @Column('text', { nullable: true })
  customerId!: string | null;

  /** The checkout session, where the event is about one. */
  @Column('text', { nullable: true })
  sessionId!: string | null;

  /** The charge, where the event names one and no customer. */
  @Column('text', { nullable: true })
  chargeId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  receivedAt!: Date;

  @Column('timestamptz')
  nextAttemptAt!: Date;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  processedAt!: Date | null;
}
