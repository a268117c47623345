import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { SyncRecording } from './sync-recording.use-case.ts';
import { processZoomEvents } from '../jobs.ts';
import { ZoomClient } from '../zoom/zoom-client.ts';
import { type WaitingMeeting, ZoomEventRepository } from '../zoom/zoom-event.repository.ts';

const BATCH = 50;

/**
 * Updates the recordings that stored events are about; ten events of one meeting need one fetch. Events are marked afterwards,
 * so a crash repeats the fetch, which is harmless. A failure postpones them with growing pauses.
 */
@Injectable()
export class ProcessZoomEvents {
  constructor(
    private readonly zoom: ZoomClient,
    private readonly transactor: Transactor,
    private readonly events: ZoomEventRepository,
    private readonly syncRecording: SyncRecording,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandlesJob(processZoomEvents)
  async run(_: unknown, stopping: AbortSignal): Promise<void> {
    // While recordings are off, stored events wait.
    if (!this.zoom.isOn) return;
    let meetings: WaitingMeeting[];
    do {
      meetings = await this.events.waiting(this.clock.now(), BATCH);
      for (const meeting of meetings) {
        if (stopping.aborted) return;
        await this.process(meeting);
      }
    } while (meetings.length === BATCH);
  }

  private async process({ meetingUuid, digests }: WaitingMeeting): Promise<void> {
    try {
      await this.syncRecording.execute(meetingUuid);
      await this.transactor.run((tx) => this.events.markProcessed(tx, digests, this.clock.now()));
    } catch (error) {
      this.logger.warn({ err: error, meetingUuid, events: digests.length }, 'A recording could not be fetched yet');
      await this.transactor.run((tx) => this.events.postpone(tx, digests, this.clock.now()));
    }
  }
}
