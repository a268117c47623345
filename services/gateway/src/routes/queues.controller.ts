import { Controller } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { recordAdminAction } from '@lectern/contracts/identity/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import * as http from '@lectern/contracts/system/queues-http';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';
import { WorkQueues } from '../queues/work-queues.ts';

/** The state of the queues of events and jobs. */
@Controller()
export class QueuesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly work: WorkQueues,
  ) {}

  @Serves(http.listQueues)
  async list(): Promise<RouteResponse<typeof http.listQueues>> {
    return { queues: await this.work.look(({ queues }) => queues.states()) };
  }

  /** Records the action first: without a record it does not happen. */
  @Serves(http.retryGivenUp)
  async retry(@TheCall() call: Call<typeof http.retryGivenUp>): Promise<RouteResponse<typeof http.retryGivenUp>> {
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

  @Serves(http.boardQueues)
  async queues(@TheCall() { query }: Call<typeof http.boardQueues>): Promise<RouteResponse<typeof http.boardQueues>> {
    return this.read('/api/queues', {}, query);
  }

  @Serves(http.boardSchedules)
  async schedules(
    @TheCall() { query }: Call<typeof http.boardSchedules>,
  ): Promise<RouteResponse<typeof http.boardSchedules>> {
    return this.read('/api/job-schedulers', {}, query);
  }

  @Serves(http.boardMetrics)
  async metrics(
    @TheCall() { params }: Call<typeof http.boardMetrics>,
  ): Promise<RouteResponse<typeof http.boardMetrics>> {
    return this.read('/api/queues/:queueName/metrics', params);
  }

  @Serves(http.boardRateLimit)
  async rateLimit(
    @TheCall() { params }: Call<typeof http.boardRateLimit>,
  ): Promise<RouteResponse<typeof http.boardRateLimit>> {
    return this.read('/api/queues/:queueName/rate-limit', params);
  }

  @Serves(http.boardJob)
  async job(@TheCall() { params }: Call<typeof http.boardJob>): Promise<RouteResponse<typeof http.boardJob>> {
    return this.read('/api/queues/:queueName/:jobId', params);
  }

  @Serves(http.boardJobLogs)
  async logs(@TheCall() { params }: Call<typeof http.boardJobLogs>): Promise<RouteResponse<typeof http.boardJobLogs>> {
    return this.read('/api/queues/:queueName/:jobId/logs', params);
  }

  @Serves(http.boardJobFlow)
  async flow(@TheCall() { params }: Call<typeof http.boardJobFlow>): Promise<RouteResponse<typeof http.boardJobFlow>> {
    return this.read('/api/queues/:queueName/:jobId/flow', params);
  }

  /** The contract checks the answer's shape. */
  private async read<T>(
    path: string,
    params: Record<string, string> = {},
    query: Record<string, string | undefined> = {},
  ): Promise<T> {
    return (await this.work.look(({ board }) => board.read(path, params, query))) as T;
  }
}
