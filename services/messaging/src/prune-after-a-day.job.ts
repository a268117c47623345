import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';
import { Clock } from '@lectern/service-kit/time/clock';
import { EmailRepository } from './email/email.repository.ts';

export const pruneAfterADay = job({ service: 'messaging', name: 'prune-after-a-day', everySeconds: 3_600 });

const DAY_MS = 24 * 3_600_000;

/** Removes imported files, the answers to idempotent requests, and the hashes by which emails are limited, a day later. */
@Injectable()
export class PruneAfterADay {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly imports: ListImports,
    private readonly emails: EmailRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(pruneAfterADay)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.requests.prune(tx));
    await this.transactor.run((tx) => this.imports.prune(tx));
    await this.transactor.run((tx) => this.emails.forgetLimits(tx, new Date(this.clock.now().getTime() - DAY_MS)));
  }
}
