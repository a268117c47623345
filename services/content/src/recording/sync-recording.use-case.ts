import { Inject, Injectable } from '@nestjs/common';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { ZoomClient } from '../zoom/zoom-client.ts';
import { recordingDetails } from './recording-details.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

/**
 * Who fetches recordings and writes them down holds this, so that what was fetched earlier is never written later. One at a time
 * is enough: there are a few changes a day.
 */
export const RECORDINGS_LOCK = 'content:zoom-recordings';
/** The lock is lost after a minute. */
export const FETCH_WITHIN_MS = 45_000;

/** Brings the recording of one meeting up to date. */
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
   * Afterwards our row says what Zoom says, or is gone with the recording. Ends in the same state however often and in whatever
   * order it is asked for. A recording of another host of the same Zoom account is none of ours. Throws `ZoomError` with nothing
   * changed.
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
