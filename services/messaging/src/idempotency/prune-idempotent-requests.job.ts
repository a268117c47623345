import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';

export const pruneIdempotentRequests = job({
  service: 'messaging',
  name: 'prune-idempotent-requests',
  everySeconds: 3_600,
});

@Injectable()
export class PruneIdempotentRequests {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
  ) {}

  @HandlesJob(pruneIdempotentRequests)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.requests.prune(tx));
  }
}
