import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Metrics } from '../metrics/metrics.ts';
import { newCorrelationId, withCorrelation } from '../tracing/correlation.ts';
import type { Logger } from '../logging/logger.ts';
import { patientRedis } from '../redis/connections.ts';
import { processSpan } from '../tracing/message-spans.ts';
import { continueWork, inNewTrace } from '../tracing/spans.ts';
import { type JobContract, jobQueueName } from './job.ts';
import type { JobFrame } from './job-queue.ts';
import { WORKER_OPTIONS } from './worker-options.ts';

export interface BoundJobHandler {
  readonly contract: JobContract;
  handle(data: unknown, stopping: AbortSignal): Promise<void>;
}

export interface JobWorkerOptions {
  readonly service: ServiceName;
  readonly lane: string;
  readonly processName: string;
  readonly redisUrl: string;
  readonly handlers: readonly BoundJobHandler[];
  readonly concurrency?: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Runs the jobs of one lane of a service. */
export class JobWorker {
  private readonly redis: Redis;
  private readonly handlers: ReadonlyMap<string, BoundJobHandler>;
  private readonly stopping = new AbortController();
  private worker: Worker<JobFrame> | undefined;

  constructor(private readonly options: JobWorkerOptions) {
    this.redis = patientRedis(options.redisUrl, `${options.processName}-job-worker`);
    this.redis.on('error', () => undefined); // the worker's own listener reports it
    this.handlers = new Map(options.handlers.map((handler) => [handler.contract.name, handler]));
  }

  async start(): Promise<void> {
    await this.redis.connect();
    this.worker = new Worker<JobFrame>(jobQueueName(this.options.service, this.options.lane), (job) => this.run(job), {
      ...WORKER_OPTIONS,
      connection: this.redis,
      concurrency: this.options.concurrency ?? 8,
    });
    this.worker.on('error', (error) => this.options.logger.warn({ err: error }, 'The job queue is unreachable'));
    await this.worker.waitUntilReady();
  }

  /** Has running jobs end after their present step, and waits for them. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.worker?.close();
    this.redis.disconnect();
  }

  private async run(job: Job<JobFrame>): Promise<void> {
    const handler = this.handlers.get(job.name);
    if (handler === undefined) throw new Error(`No handler for job ${job.name}`);
    const span = processSpan(job.queueName, job.name, job.attemptsMade + 1, job.id);
    const work = async (): Promise<void> => {
      try {
        await handler.handle(handler.contract.data.parse(job.data.data), this.stopping.signal);
        this.options.metrics.jobsFinished.inc({ name: job.name, outcome: 'done' });
      } catch (error) {
        this.options.metrics.jobsFinished.inc({ name: job.name, outcome: 'failed' });
        this.options.logger.error(
          { err: error, job: job.name, attempt: job.attemptsMade + 1 },
          'A job failed; it is tried again',
        );
        throw error;
      }
    };
    const { correlationId } = job.data;
    if (correlationId.startsWith('schedule-')) await withCorrelation(newCorrelationId(), () => inNewTrace(span, work));
    else await continueWork(correlationId, span, work);
  }
}
