import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { ProviderEventRepository } from './provider-event.repository.ts';

export const forgetReadersOrigins = job({ service: 'messaging', name: 'forget-readers-origins', everySeconds: 3_600 });

/** Rows of one transaction, few enough that nobody waits long for its locks. */
const BATCH = 500;

/**
 * Removes IP address and browser of readers from events that were stored before these were left out, or that a process of the
 * previous release stores while both run. Idempotent; finds nothing otherwise.
 */
@Injectable()
export class ForgetReadersOrigins {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: ProviderEventRepository,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesJob(forgetReadersOrigins)
  async run(): Promise<void> {
    const isMore = await takeTurn(
      async () => (await this.transactor.run((tx) => this.events.forgetReadersOrigins(tx, BATCH))) === BATCH,
    );
    if (isMore) this.jobs.wake(forgetReadersOrigins, {}, { key: 'wake' });
  }
}
