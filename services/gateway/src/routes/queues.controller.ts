import { Controller } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { recordAdminAction } from '@lectern/contracts/identity/rpc';
import * as http from '@lectern/contracts/system/queues-http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { withoutPersonalData } from '../queues/mask-personal-data.ts';
import { WorkQueues } from '../queues/work-queues.ts';

/** The state of the queues of events and jobs. */
@Controller()
export class QueuesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly work: WorkQueues,
  ) {}

  @Serves(http.listQueues)
  async list() {
    return { queues: await this.work.look(({ queues }) => queues.states()) };
  }

  /** Records the action first: without a record it does not happen. */
  @Serves(http.retryGivenUp)
  async retry(call: Call<typeof http.retryGivenUp>) {
    const { queue } = call.body;
    return this.work.look(async ({ queues }) => {
      const givenUp = await queues.countGivenUp(queue);
      if (givenUp === null) throw new DomainError('not_found', { message: 'There is no such queue.' });
      if (givenUp === 0) return { retried: 0, message: 'This queue has no failed jobs.' };
      await this.rpc.call(recordAdminAction, {
        by: actingIn(call),
        action: 'retry_queue',
        details: { queue, jobs: givenUp },
      });
      await queues.retryGivenUp(queue);
      return { retried: givenUp, message: `${givenUp} ${givenUp === 1 ? 'job is' : 'jobs are'} tried again.` };
    });
  }

  @Serves(http.listJobs)
  async jobs({ params, query }: Call<typeof http.listJobs>) {
    const offset = ((query.page ?? 1) - 1) * http.JOBS_PER_PAGE;
    const jobs = await this.work.look(({ queues }) =>
      queues.jobs(params.queue, query.state, offset, http.JOBS_PER_PAGE + 1),
    );
    if (jobs === null) throw new DomainError('not_found', { message: 'There is no such queue.' });
    return {
      jobs: jobs.slice(0, http.JOBS_PER_PAGE).map((job) => withoutPersonalData(job, query.state)),
      hasMore: jobs.length > http.JOBS_PER_PAGE,
    };
  }
}
