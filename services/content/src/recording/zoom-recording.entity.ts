import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';

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

  /** Zoom's topic. */
  @Column('text')
  topic!: string;

  /** The administrator's title, which members read in place of Zoom's topic. */
  @Column('text', { nullable: true })
  title!: string | null;

  /** Whether an administrator hid the recording from members, whatever Zoom reports later. */
  @Column('boolean', { default: false })
  isHidden!: boolean;

  /** Whether Zoom lacks the recording. The row stays for its administrator's decision, in case the recording returns. */
  @Column('boolean', { default: false })
  isGone!: boolean;

  /** Counts the administrators’ changes; a change of an older version is refused. */
  @Column('integer', { default: 1 })
  version!: number;

  /** For each field, the version that last changed it. */
  @Column('jsonb', { default: () => `'{}'` })
  fieldVersions!: FieldVersions;

  /** The last change by an administrator; null while there was none. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  changedAt!: Date | null;

  @Column('uuid', { nullable: true })
  changedBy!: string | null;

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
