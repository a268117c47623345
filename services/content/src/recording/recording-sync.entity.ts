import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Progress of the full comparison of recordings with Zoom. One row. */
@Entity('recording_syncs')
export class RecordingSync {
  @PrimaryColumn('text')
  id!: string;

  /** The end of the last full comparison; null before the first one. */
  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  /** The running comparison has covered everything from this time on; null when none is running. */
  @Column('timestamptz', { nullable: true })
  reachedBackTo!: Date | null;
}
