import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';

export const pruneAfterADay = job({ service: 'registrations', name: 'prune-after-a-day', everySeconds: 3_600 });

/** Removes imported files and the answers to idempotent requests a day later. */
@Injectable()
export class PruneAfterADay {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly imports: ListImports,
  ) {}

  @HandlesJob(pruneAfterADay)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.requests.prune(tx));
    await this.transactor.run((tx) => this.imports.prune(tx));
  }
}
