import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from './admin-action.repository.ts';

export const shortenOrigins = job({ service: 'identity', name: 'shorten-origins', everySeconds: 3_600 });

/** How long the address and the browser of an administrator's action are kept. */
const KEPT_MS = 90 * 24 * 3_600_000;
/** Rows per transaction, few enough that no other transaction waits long for one of them. */
const BATCH = 500;

/**
 * Reduces the address to its network and removes the browser in actions older than ninety days. By then the record serves to show who did
 * what; the origin only has to show whether it was the usual network. Idempotent.
 */
@Injectable()
export class ShortenOrigins {
  constructor(
    private readonly transactor: Transactor,
    private readonly actions: AdminActionRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(shortenOrigins)
  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    const isMore = await takeTurn(
      async () => (await this.transactor.run((tx) => this.actions.shortenOrigins(tx, before, BATCH))) === BATCH,
    );
    if (isMore) this.jobs.wake(shortenOrigins, {}, { key: 'wake' });
  }
}
