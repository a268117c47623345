import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { Clock } from '@lectern/service-kit/time/clock';
import { StripeEventRepository } from './stripe-event.repository.ts';

export const forgetStripeEvents = job({ service: 'billing', name: 'forget-stripe-events', everySeconds: 3_600 });

/**
 * How long the arrival of an event is kept. The provider retries it for three days by itself, and resends it for thirty on request
 * (https://docs.stripe.com/webhooks#automatic-retries); one that came later still would only be processed once more.
 */
const KEPT_MS = 90 * 24 * 3_600_000;
/** Rows per transaction, few enough that no other transaction waits long for one of them. */
const BATCH = 500;

/** Removes processed events that came more than ninety days ago. Unprocessed ones stay, however old. Idempotent. */
@Injectable()
export class ForgetStripeEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: StripeEventRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(forgetStripeEvents)
  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const isMore = await takeTurn(
      async () => (await this.transactor.run((tx) => this.events.forget(tx, before, BATCH))) === BATCH,
    );
    if (isMore) this.jobs.wake(forgetStripeEvents, {}, { key: 'wake' });
  }
}
