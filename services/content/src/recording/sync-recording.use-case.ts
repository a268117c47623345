import { Inject, Injectable } from '@nestjs/common';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { ZoomClient } from '../zoom/zoom-client.ts';
import { recordingDetails } from './recording-details.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

/**
 * A job that fetches and stores recordings holds this lock, so that an older answer never overwrites a newer one. One job at a
 * time is enough: there are a few changes a day.
 */
export const RECORDINGS_LOCK = 'content:zoom-recordings';
/** Limit of a fetch, in milliseconds: the lock expires after a minute. */
export const FETCH_WITHIN_MS = 45_000;

/** Synchronizes the recording of one meeting with Zoom. */
@Injectable()
export class SyncRecording {
  constructor(
    private readonly zoom: ZoomClient,
    private readonly recordings: ZoomRecordingRepository,
    private readonly transactor: Transactor,
    private readonly lock: AdvisoryLock,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
  ) {}

  /**
   * Makes the stored row equal to Zoom's, or removes it with the recording. Idempotent, and independent of the order of calls.
   * Ignores a recording of another host of the same Zoom account. Throws `ZoomError` with nothing changed.
   */
  async execute(meetingUuid: string): Promise<void> {
    await this.lock.hold(RECORDINGS_LOCK, async () => {
      const signal = AbortSignal.timeout(FETCH_WITHIN_MS);
      const [host, meeting] = await Promise.all([this.zoom.host(), this.zoom.recordingOf(meetingUuid, signal)]);
      const shown = { hostId: host.id, debateClubMeetingId: this.config.ZOOM_MEETING_ID };
      const details = meeting === null ? null : recordingDetails(meeting, shown);
      await this.transactor.run(async (tx) => {
        if (details === null) await this.recordings.remove(tx, meetingUuid);
        else await this.recordings.keep(tx, [{ ...details, zoomMeetingUuid: meetingUuid }], this.clock.now());
      });
    });
  }
}
