import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Versioned } from '@lectern/service-kit/edit/decide-edit';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import type { RecordingDetails } from './recording-details.ts';
import { RecordingSync } from './recording-sync.entity.ts';
import type { LastChange } from '../changed-by.ts';
import { ZoomRecording } from './zoom-recording.entity.ts';

const THE_ONLY = 'zoom';

export interface RecordingFilter {
  readonly isHidden: boolean | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

@Injectable()
export class ZoomRecordingRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The recordings that members see. */
  async shownPage(request: PageRequest<ZoomRecording>): Promise<Page<ZoomRecording>> {
    return this.page({ isHidden: false, search: null }, request);
  }

  async page({ isHidden, search }: RecordingFilter, request: PageRequest<ZoomRecording>): Promise<Page<ZoomRecording>> {
    const rows = this.dataSource
      .getRepository(ZoomRecording)
      .createQueryBuilder('recording')
      .where('NOT recording.isGone');
    if (isHidden !== null) rows.andWhere(isHidden ? 'recording.isHidden' : 'NOT recording.isHidden');
    if (search !== null)
      rows.andWhere(`lower(' ' || coalesce(recording.title, '') || ' ' || recording.topic) LIKE :search`, { search });
    const [page, total] = await Promise.all([readPage(rows.clone(), request), rows.getCount()]);
    return { ...page, total };
  }

  /** Stores these recordings. An unchanged row is not touched. Returns how many rows are new or changed. */
  async keep(tx: Transaction, recordings: readonly RecordingDetails[], now: Date): Promise<number> {
    if (recordings.length === 0) return 0;
    // A list that changes during paging may name a meeting twice; the later one is the newer.
    const byUuid = new Map(recordings.map((recording) => [recording.zoomMeetingUuid, recording]));
    const changed = await tx.manager.query<unknown[]>(
      `INSERT INTO zoom_recordings (zoom_meeting_id, zoom_meeting_uuid, topic, host_id, start_time, duration, recording_count,
         recording_files, is_debate_club, is_processed, created_at, updated_at)
       SELECT "zoomMeetingId", "zoomMeetingUuid", topic, "hostId", "startTime", duration, "recordingCount",
         "recordingFiles", "isDebateClub", "isProcessed", $2, $2
       FROM jsonb_to_recordset($1::jsonb) AS given ("zoomMeetingId" text, "zoomMeetingUuid" text, topic text, "hostId" text,
         "startTime" timestamptz, duration integer, "recordingCount" integer, "recordingFiles" jsonb, "isDebateClub" boolean,
         "isProcessed" boolean)
       ON CONFLICT (zoom_meeting_uuid) DO UPDATE SET zoom_meeting_id = excluded.zoom_meeting_id, topic = excluded.topic,
         host_id = excluded.host_id, start_time = excluded.start_time, duration = excluded.duration,
         recording_count = excluded.recording_count, recording_files = excluded.recording_files,
         is_debate_club = excluded.is_debate_club, is_processed = excluded.is_processed, is_gone = false, updated_at = excluded.updated_at
       WHERE (zoom_recordings.zoom_meeting_id, zoom_recordings.topic, zoom_recordings.host_id, zoom_recordings.start_time,
         zoom_recordings.duration, zoom_recordings.recording_count, zoom_recordings.recording_files,
         zoom_recordings.is_debate_club, zoom_recordings.is_processed, zoom_recordings.is_gone)
         IS DISTINCT FROM (excluded.zoom_meeting_id, excluded.topic, excluded.host_id, excluded.start_time, excluded.duration,
         excluded.recording_count, excluded.recording_files, excluded.is_debate_club, excluded.is_processed, false)
       RETURNING id`,
      [JSON.stringify([...byUuid.values()]), now],
    );
    return changed.length;
  }

  /** Removes a recording that Zoom lacks. The row of one that an administrator hid or renamed stays, in case the recording returns. */
  async remove(tx: Transaction, meetingUuid: string): Promise<void> {
    await tx.manager.query(
      `UPDATE zoom_recordings SET is_gone = true, recording_files = '[]' WHERE zoom_meeting_uuid = $1 AND (is_hidden OR title IS NOT NULL)`,
      [meetingUuid],
    );
    await tx.manager.delete(ZoomRecording, { zoomMeetingUuid: meetingUuid, isHidden: false, title: IsNull() });
  }

  async byId(id: string): Promise<ZoomRecording | null> {
    return this.dataSource.getRepository(ZoomRecording).findOneBy({ id, isGone: false });
  }

  /** Locks a recording for this transaction; null where there is none. */
  async lockById(tx: Transaction, id: string): Promise<ZoomRecording | null> {
    return tx.manager
      .getRepository(ZoomRecording)
      .findOne({ where: { id, isGone: false }, lock: { mode: 'pessimistic_write' } });
  }

  /** Stores an administrator's decision about a locked recording. */
  async decide(
    tx: Transaction,
    recording: ZoomRecording,
    decision: Partial<Pick<ZoomRecording, 'title' | 'isHidden'>> & Versioned & LastChange,
  ): Promise<ZoomRecording> {
    await tx.manager.getRepository(ZoomRecording).update({ id: recording.id, version: recording.version }, decision);
    return { ...recording, ...decision };
  }

  /** The meetings whose recording began from `from` (included) to `until` (excluded). */
  async uuidsBetween(from: Date, until: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ uuid: string }[]>(
      'SELECT zoom_meeting_uuid AS uuid FROM zoom_recordings WHERE start_time >= $1 AND start_time < $2 AND NOT is_gone',
      [from, until],
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** The start of the oldest recording; null when there is none. */
  async oldestStart(): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ oldest: Date | null }[]>(
      'SELECT min(start_time) AS oldest FROM zoom_recordings WHERE NOT is_gone',
    );
    return row?.oldest ?? null;
  }

  async syncState(): Promise<Pick<RecordingSync, 'completedAt' | 'reachedBackTo'>> {
    return (
      (await this.dataSource.getRepository(RecordingSync).findOneBy({ id: THE_ONLY })) ?? {
        completedAt: null,
        reachedBackTo: null,
      }
    );
  }

  async setSyncState(tx: Transaction, state: Pick<RecordingSync, 'completedAt' | 'reachedBackTo'>): Promise<void> {
    await tx.manager.getRepository(RecordingSync).upsert({ id: THE_ONLY, ...state }, ['id']);
  }
}
