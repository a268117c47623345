import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { QUEUE_PREFIX } from './event-frame.ts';
import { failFastRedis } from '../redis/connections.ts';
import { sendSpan } from '../tracing/message-spans.ts';
import { carriedCorrelation, inSpan } from '../tracing/spans.ts';
import { type JobContract, type JobData, jobQueueName } from './job.ts';

export interface JobFrame {
  /** As `carriedCorrelation` writes it, or `schedule-` and the name of the job. */
  readonly correlationId: string;
  readonly data: unknown;
}

export interface EnqueueOptions {
  /** A second job of the same key is dropped while the first one waits. No colons. */
  readonly key?: string;
  readonly delayMs?: number;
}

/** Wakes background work. */
export class JobQueue {
  private readonly redis: Redis;
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly options: { redisUrl: string; processName: string; logger: Logger }) {
    this.redis = failFastRedis(options.redisUrl, `${options.processName}-jobs`);
    this.redis.on('error', () => undefined); // every failed command reports it
  }

  async connect(): Promise<void> {
    await this.redis.connect();
  }

  /** Adds a job to its queue. Rejects while Redis is unavailable. */
  async enqueue<C extends JobContract>(contract: C, data: JobData<C>, options: EnqueueOptions = {}): Promise<void> {
    const queue = this.queueOf(contract);
    await inSpan(sendSpan(queue.name, contract.name), async () => {
      const frame: JobFrame = { correlationId: carriedCorrelation(), data: contract.data.parse(data) };
      await queue.add(contract.name, frame, {
        attempts: contract.attempts,
        backoff: { type: 'exponential', delay: 500, jitter: 0.3 },
        removeOnComplete: true,
        removeOnFail: { age: 7 * 24 * 3_600, count: 1_000 },
        ...(options.key === undefined
          ? {}
          : { deduplication: { id: `${contract.name}-${options.key}`, keepLastIfActive: true } }),
        ...(options.delayMs === undefined ? {} : { delay: options.delayMs }),
      });
    });
  }

  /** As {@link enqueue}, for use after a commit: a lost wake-up is only logged, because the job polls later. */
  wake<C extends JobContract>(contract: C, data: JobData<C>, options: EnqueueOptions = {}): void {
    this.enqueue(contract, data, options).catch((error: unknown) => {
      this.options.logger.warn({ err: error, job: contract.name }, 'Could not wake a job; it polls later');
    });
  }

  /** Creates the schedule of a repeating job. Idempotent, and needed again after Redis lost its data. */
  async schedule(contract: JobContract): Promise<void> {
    if (contract.everySeconds === undefined) return;
    const frame: JobFrame = { correlationId: `schedule-${contract.name}`, data: {} };
    await this.queueOf(contract).upsertJobScheduler(
      contract.name,
      { every: contract.everySeconds * 1_000 },
      {
        name: contract.name,
        data: frame,
        opts: { removeOnComplete: true, removeOnFail: { age: 24 * 3_600, count: 100 } },
      },
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  private queueOf(contract: JobContract): Queue {
    const name = jobQueueName(contract.service, contract.lane);
    let queue = this.queues.get(name);
    if (queue === undefined) {
      queue = new Queue(name, { connection: this.redis, prefix: QUEUE_PREFIX, skipVersionCheck: true });
      queue.on('error', () => undefined); // every failed command reports it
      this.queues.set(name, queue);
    }
    return queue;
  }
}
