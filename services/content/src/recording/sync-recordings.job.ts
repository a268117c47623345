import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AdvisoryLock } from '@lectern/service-kit/database/advisory-lock';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { ContentConfig } from '../config.ts';
import { ZoomClient } from '../zoom/zoom-client.ts';
import { ZoomEventRepository } from '../zoom/zoom-event.repository.ts';
import { recordingDetails } from './recording-details.ts';
import { FETCH_WITHIN_MS, RECORDINGS_LOCK, SyncRecording } from './sync-recording.use-case.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

/** Compares the last days with Zoom's list, to catch events that were lost or came while the service was down; everything on the first run and once a day. */
export const syncRecordings = job({
  service: 'content',
  name: 'sync-recordings',
  everySeconds: 15 * 60,
  atStart: true,
});

const DAY_MS = 24 * 3_600_000;
/** Days in one list: Zoom answers a month at most, and February has 28 days. */
const WINDOW_DAYS = 28;
/** Days of the frequent comparison, read as two lists. */
const RECENT_DAYS = 30;
/** Days for which handled events are kept. */
const EVENTS_KEPT_DAYS = 30;
/** Start of the comparison where Zoom does not report the host's creation: cloud recordings are not older. */
const EARLIEST = new Date('2013-01-01T00:00:00Z');

@Injectable()
export class SyncRecordings implements OnApplicationBootstrap {
  constructor(
    private readonly zoom: ZoomClient,
    private readonly recordings: ZoomRecordingRepository,
    private readonly events: ZoomEventRepository,
    private readonly syncRecording: SyncRecording,
    private readonly transactor: Transactor,
    private readonly lock: AdvisoryLock,
    private readonly clock: Clock,
    @Inject(ContentConfig) private readonly config: ContentConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.zoom.isOn)
      this.logger.info('Recordings are off: no Zoom credentials are configured (ZOOM_ACCOUNT_ID and its companions)');
  }

  /** Runs may overlap; each resumes where an interrupted one stopped. */
  @HandlesJob(syncRecordings)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    if (!this.zoom.isOn) return;
    const today = startOfDay(this.clock.now());
    await this.compareBack(stopping, today, daysBefore(today, RECENT_DAYS - 1));
    const { completedAt, reachedBackTo } = await this.recordings.syncState();
    if (completedAt !== null && this.clock.now().getTime() - completedAt.getTime() < DAY_MS) return;
    await this.compareBack(stopping, reachedBackTo ?? today, await this.beginning(), async (reached) =>
      this.transactor.run((tx) => this.recordings.setSyncState(tx, { completedAt, reachedBackTo: reached })),
    );
    if (stopping.aborted) return;
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.recordings.setSyncState(tx, { completedAt: now, reachedBackTo: null });
      await this.events.forgetProcessed(tx, daysBefore(now, EVENTS_KEPT_DAYS));
    });
  }

  /** From the day `last` back to the day `first`, a list at a time. */
  private async compareBack(
    stopping: AbortSignal,
    last: Date,
    first: Date,
    reached?: (from: Date) => Promise<void>,
  ): Promise<void> {
    for (let to = last; to >= first; to = daysBefore(to, WINDOW_DAYS)) {
      const from = new Date(Math.max(first.getTime(), daysBefore(to, WINDOW_DAYS - 1).getTime()));
      await this.compare(stopping, from, to);
      if (stopping.aborted) return;
      await reached?.(daysBefore(from, 1));
    }
  }

  /** Stores the listed recordings of these days, and fetches each stored meeting that the list lacks. */
  private async compare(stopping: AbortSignal, from: Date, to: Date): Promise<void> {
    const listed = await this.lock.hold(RECORDINGS_LOCK, async () => {
      const meetings = await this.zoom.recordingsBetween(from, to, AbortSignal.timeout(FETCH_WITHIN_MS));
      const shown = { hostId: (await this.zoom.host()).id, debateClubMeetingId: this.config.ZOOM_MEETING_ID };
      const details = meetings.flatMap((meeting) => recordingDetails(meeting, shown) ?? []);
      const changed = await this.transactor.run((tx) => this.recordings.keep(tx, details, this.clock.now()));
      if (changed > 0) this.logger.info({ changed, from, to }, 'Recordings were brought up to date with Zoom');
      return new Set(details.map(({ zoomMeetingUuid }) => zoomMeetingUuid));
    });
    const ours = await this.recordings.uuidsBetween(from, daysBefore(to, -1));
    // A list may be incomplete, so it alone removes nothing.
    for (const uuid of ours.filter((each) => !listed.has(each))) {
      if (stopping.aborted) return;
      await this.syncRecording.execute(uuid);
    }
  }

  /** No recording is older than its host, unless another host handed it over: then a stored one may be. */
  private async beginning(): Promise<Date> {
    const [host, oldest] = [await this.zoom.host(), await this.recordings.oldestStart()];
    const since = host.createdAt ?? EARLIEST;
    return startOfDay(oldest !== null && oldest < since ? oldest : since);
  }
}

const startOfDay = (instant: Date): Date => new Date(Math.floor(instant.getTime() / DAY_MS) * DAY_MS);
/** The same time of an earlier day. */
const daysBefore = (day: Date, days: number): Date => new Date(day.getTime() - days * DAY_MS);
