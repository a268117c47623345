import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { SERVICE_NAMES } from '@lectern/contracts/rpc';
import type { JobState, QueueState } from '@lectern/contracts/system/queues-http';
import { epochKey, QUEUE_PREFIX } from './event-frame.ts';

/** A job or an event that failed: given up, or waiting for its next attempt. */
export interface FailedWork {
  readonly queue: string;
  readonly id: string;
  readonly name: string;
  readonly state: 'given up' | 'waits';
  readonly tries: number;
  readonly reason: string;
  /** The time of the next attempt; null where there is none. */
  readonly nextAt: string | null;
}

const AT_MOST = 10_000;
const REASON_MAX = 200;
/** The batch size of retries: Redis serves other clients between batches. */
const RETRY_BATCH = 500;

/** The queues of events and jobs in Redis. Postgres holds the work to do, so losing a queue loses no data. */
export class Queues {
  private readonly opened = new Map<string, Queue>();
  private found: { readonly names: readonly string[]; readonly at: number } | undefined;

  /**
   * Calls within `namesHeldMs` get the same queue names: queues are created when a service first starts, and are never
   * removed.
   */
  constructor(
    private readonly redis: Redis,
    private readonly namesHeldMs = 0,
  ) {}

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map((queue) => queue.close()));
  }

  /** Every queue, by name. An unreadable one is marked as such, and does not hide the others. */
  async states(): Promise<QueueState[]> {
    return Promise.all((await this.names()).map((name) => this.stateOf(name)));
  }

  private async stateOf(name: string): Promise<QueueState> {
    const queue = this.named(name);
    try {
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      const schedules = (await queue.getJobSchedulers()).map(({ key }) => key).sort();
      const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
      return { queue: name, waiting, active, delayed, failed, schedules };
    } catch (error) {
      if (!isOfWrongType(error)) throw error;
      return { queue: name, waiting: 0, active: 0, delayed: 0, failed: 0, schedules: [], isUnreadable: true };
    }
  }

  /**
   * Up to `limit` jobs of a queue in one state, newest first, after the first `offset`. Null where there is no such queue
   * or it is unreadable.
   */
  async jobs(name: string, state: JobState, offset: number, limit: number): Promise<Job[] | null> {
    if (!(await this.names()).includes(name)) return null;
    try {
      const jobs = await this.named(name).getJobs([state], offset, offset + limit - 1);
      return jobs.filter((job) => job !== undefined); // one that ended meanwhile
    } catch (error) {
      if (isOfWrongType(error)) return null;
      throw error;
    }
  }

  /** All failed work that is not running now; none of an unreadable queue. */
  async failed(): Promise<FailedWork[]> {
    const found = await Promise.all((await this.names()).map((name) => this.failedOf(name)));
    return found.flat();
  }

  private async failedOf(name: string): Promise<FailedWork[]> {
    const queue = this.named(name);
    try {
      const [given, delayed] = await Promise.all([queue.getFailed(0, AT_MOST), queue.getDelayed(0, AT_MOST)]);
      return [
        ...given.map((job) => describe(name, job, 'given up')),
        ...delayed.filter((job) => job?.attemptsMade > 0).map((job) => describe(name, job, 'waits')),
      ];
    } catch (error) {
      if (isOfWrongType(error)) return [];
      throw error;
    }
  }

  /**
   * Retries a job now. Returns false where it is gone or was retried meanwhile: then there is nothing to do. Completed
   * work has no second effect, because consumers remember processed events, and jobs read their work from Postgres.
   */
  async requeue({ queue, id, state }: Pick<FailedWork, 'queue' | 'id' | 'state'>): Promise<boolean> {
    const job = await this.named(queue).getJob(id);
    if (job === undefined) return false;
    const isStill = state === 'given up' ? await job.isFailed() : await job.isDelayed();
    if (!isStill) return false;
    await (state === 'given up' ? job.retry('failed') : job.promote());
    return true;
  }

  /** The number of given-up jobs of a queue; null where there is no such queue. */
  async countGivenUp(name: string): Promise<number | null> {
    return (await this.names()).includes(name) ? this.named(name).getFailedCount() : null;
  }

  /** Retries all given-up jobs of a queue now. As safe to repeat as {@link requeue}. */
  async retryGivenUp(name: string): Promise<void> {
    await this.named(name).retryJobs({ state: 'failed', count: RETRY_BATCH });
  }

  /**
   * Deletes the epoch keys of Redis: every process notices within a second that the queues may have lost its events,
   * publishes those of the last seven days again and creates its schedules, as after Redis lost its data. Completed
   * work has no second effect.
   */
  async forget(): Promise<void> {
    await Promise.all(SERVICE_NAMES.map((service) => this.redis.del(epochKey(service))));
  }

  /** The epoch keys of all services; null until each has set its own. */
  async life(): Promise<string | null> {
    const marks = await Promise.all(SERVICE_NAMES.map((service) => this.redis.get(epochKey(service))));
    return marks.includes(null) ? null : marks.join(' ');
  }

  /** The names of all queues. Scans all keys unless it did so a moment ago, without blocking Redis. */
  async names(): Promise<readonly string[]> {
    const now = performance.now();
    if (this.found === undefined || now - this.found.at >= this.namesHeldMs)
      this.found = { names: await this.findNames(), at: now };
    return this.found.names;
  }

  private async findNames(): Promise<string[]> {
    const names = new Set<string>();
    for await (const keys of this.redis.scanStream({ match: `${QUEUE_PREFIX}:*:meta`, count: 1_000 })) {
      for (const key of keys as string[]) names.add(key.slice(QUEUE_PREFIX.length + 1, -':meta'.length));
    }
    return [...names].sort();
  }

  /** For reading a queue. Changes nothing in it, and creates none. */
  private named(name: string): Queue {
    let queue = this.opened.get(name);
    if (queue === undefined) {
      queue = new Queue(name, {
        connection: this.redis,
        prefix: QUEUE_PREFIX,
        skipVersionCheck: true,
        skipMetasUpdate: true,
      });
      queue.on('error', () => undefined); // every failed command reports it
      this.opened.set(name, queue);
    }
    return queue;
  }
}

/** Redis answers so where a key has another type than a queue's. */
const isOfWrongType = (error: unknown): boolean => error instanceof Error && error.message.startsWith('WRONGTYPE');

const describe = (queue: string, job: Job, state: FailedWork['state']): FailedWork => ({
  queue,
  id: job.id ?? '',
  name: job.name,
  state,
  tries: job.attemptsMade,
  reason: (job.failedReason ?? 'unknown').split('\n')[0]?.slice(0, REASON_MAX) ?? '',
  nextAt: state === 'waits' ? new Date(job.timestamp + job.delay).toISOString() : null,
});
