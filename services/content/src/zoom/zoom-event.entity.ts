import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A received webhook event: the meeting it is about, never its contents. */
@Entity('zoom_events')
@Index('zoom_events_waiting', ['nextAttemptAt'], { where: 'processed_at IS NULL' })
export class ZoomEvent {
  /** Zoom gives events no id: this is the SHA-256 of the body, in hexadecimal, equal for every delivery. */
  @PrimaryColumn('text')
  digest!: string;

  @Column('text')
  type!: string;

  /** Null where the event is about no recording. */
  @Column('text', { nullable: true })
  meetingUuid!: string | null;

  @Column('timestamptz')
  receivedAt!: Date;

  @Column('timestamptz')
  nextAttemptAt!: Date;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz', { nullable: true })
  processedAt!: Date | null;
}
