import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Event } from '../event/event.entity.ts';
import { linkOpensAt } from './event-access.ts';

export const sendEventNotices = job({ service: 'registrations', name: 'send-event-notices', everySeconds: 30 });

/** Wakes the job that publishes notices, after a change that may make some due. */
@Injectable()
export class EventNoticeSignal {
  constructor(
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** The event has other dates, or another place or link. */
  eventChanged(tx: Transaction): void {
    this.wake(tx);
  }

  /** A person may have got a place; a day before the event or later, its link to the meeting is due immediately. */
  placeTaken(tx: Transaction, event: Pick<Event, 'datetime'>): void {
    if (linkOpensAt(event) <= this.clock.now()) this.wake(tx);
  }

  private wake(tx: Transaction): void {
    tx.afterCommit(() => this.jobs.wake(sendEventNotices, {}, { key: 'new' }));
  }
}
