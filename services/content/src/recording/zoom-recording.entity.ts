import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A finished meeting with its cloud recording (specification, section 3 "zoom_recordings"). */
@Entity('zoom_recordings')
@Index('zoom_recordings_newest', ['startTime', 'id'])
export class ZoomRecording {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  zoomMeetingId!: string;

  /** One occurrence of a meeting; the meeting id is shared by all of its occurrences. */
  @Index('zoom_recordings_meeting_uuid', { unique: true })
  @Column('text')
  zoomMeetingUuid!: string;

  @Column('text')
  topic!: string;

  @Column('text', { nullable: true })
  hostId!: string | null;

  @Column('timestamptz')
  startTime!: Date;

  /** Minutes */
  @Column('integer')
  duration!: number;

  @Column('integer', { default: 0 })
  recordingCount!: number;

  @Column('jsonb', { default: () => `'[]'` })
  recordingFiles!: { recording_type: string; file_type: string; play_url?: string }[];

  @Column('boolean', { default: false })
  isDebateClub!: boolean;

  @Column('boolean', { default: false })
  isProcessed!: boolean;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
