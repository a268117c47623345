import { Inject, Injectable } from '@nestjs/common';
import { eventNoticeDue } from '@lectern/contracts/registrations/events';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { EventRepository } from '../event/event.repository.ts';
import { EventNoticeRepository } from './event-notice.repository.ts';
import { sendEventNotices } from './event-notice-signal.ts';
import { noticePayload } from './notice-payload.ts';

/** Registrations per transaction, during which nobody registers for the event. */
const BATCH = 100;

/**
 * Publishes the notices of events that are due, each once. They follow from the event's dates under its lock, so a notice
 * is never of a date that was changed before, and a replica that waits for the lock finds nothing left.
 */
@Injectable()
export class SendEventNotices {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly notices: EventNoticeRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @HandlesJob(sendEventNotices)
  async run(): Promise<void> {
    for (const eventId of await this.notices.eventsWithDue(this.clock.now())) {
      if (await takeTurn(async () => (await this.publishBatch(eventId)) === BATCH))
        return this.jobs.wake(sendEventNotices, {}, { key: 'more' });
    }
  }

  private async publishBatch(eventId: string): Promise<number> {
    return this.transactor.run(async (tx) => {
      const event = await this.events.lock(tx, eventId);
      // Read under the lock, after all earlier changes.
      const now = this.clock.now();
      const due = await this.notices.due(tx, eventId, now, BATCH);
      const ids = await this.notices.record(tx, event, due, now);
      for (const notice of due) {
        const noticeId = ids.get(notice.registrationId);
        if (noticeId === undefined) continue;
        const secret = this.config.CALENDAR_FEED_SECRET;
        await tx.publish(eventNoticeDue, noticePayload(event, notice, { noticeId, now, secret }));
      }
      return due.length;
    });
  }
}
