import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the comparison of all recordings with Zoom's has come. One row. */
@Entity('recording_syncs')
export class RecordingSync {
  @PrimaryColumn('text')
  id!: string;

  /** When everything was last compared to the end; null before the first time. */
  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  /** Everything from here on is compared by the one under way; null when none is. */
  @Column('timestamptz', { nullable: true })
  reachedBackTo!: Date | null;
}
