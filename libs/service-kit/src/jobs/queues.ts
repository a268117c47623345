import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { SERVICE_NAMES } from '@lectern/contracts/rpc';
import type { QueueState } from '@lectern/contracts/system/queues-http';
import { epochKey, QUEUE_PREFIX } from '../outbox/event-frame.ts';

/** A job or an event that failed: given up, or waiting for its next try. */
export interface FailedWork {
  readonly queue: string;
  readonly id: string;
  readonly name: string;
  readonly state: 'given up' | 'waits';
  readonly tries: number;
  readonly reason: string;
  /** Of the next try; null where there is none. */
  readonly nextAt: string | null;
}

const AT_MOST = 10_000;
const REASON_MAX = 200;
/** Redis answers others in between. */
const RETRIED_AT_ONCE = 500;

/** The queues of events and jobs, as they stand in Redis. What there is to do stands in Postgres: nothing here is the only place of anything. */
export class Queues {
  private readonly opened = new Map<string, Queue>();
  private found: { readonly names: readonly string[]; readonly at: number } | undefined;

  /** Who looks again within `namesHeldMs` is told of the same queues: they are made when a service first starts, and never go. */
  constructor(
    private readonly redis: Redis,
    private readonly namesHeldMs = 0,
  ) {}

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map((queue) => queue.close()));
  }

  /** Every queue that there is, by name. One that cannot be read is named as such, and hides no other. */
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

  /** Everything that failed, and is not under way now; of a queue that cannot be read, nothing. */
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
   * Has it tried now. Answers false where it is not there any more, or was tried meanwhile: then there is nothing to do. What was done
   * before has no second effect, because events are remembered by who heard them, and jobs look at what Postgres says.
   */
  async requeue({ queue, id, state }: Pick<FailedWork, 'queue' | 'id' | 'state'>): Promise<boolean> {
    const job = await this.named(queue).getJob(id);
    if (job === undefined) return false;
    const isStill = state === 'given up' ? await job.isFailed() : await job.isDelayed();
    if (!isStill) return false;
    await (state === 'given up' ? job.retry('failed') : job.promote());
    return true;
  }

  /** How much of a queue was given up; null where there is no such queue. */
  async countGivenUp(name: string): Promise<number | null> {
    return (await this.names()).includes(name) ? this.named(name).getFailedCount() : null;
  }

  /** Has everything of a queue tried now that was given up. As harmless to repeat as {@link requeue}. */
  async retryGivenUp(name: string): Promise<void> {
    await this.named(name).retryJobs({ state: 'failed', count: RETRIED_AT_ONCE });
  }

  /**
   * Takes away the marks of this life of Redis: every process sees, within a second, that it cannot count on what it told, tells the events
   * of the last seven days again and lays its schedules, as after a Redis that lost its memory. What had its effect has no second one.
   */
  async forget(): Promise<void> {
    await Promise.all(SERVICE_NAMES.map((service) => this.redis.del(epochKey(service))));
  }

  /** The marks of this life, of all services; null until each has set its own. */
  async life(): Promise<string | null> {
    const marks = await Promise.all(SERVICE_NAMES.map((service) => this.redis.get(epochKey(service))));
    return marks.includes(null) ? null : marks.join(' ');
  }

  /** Of every queue that there is. Walks through all keys unless it did so a moment ago, without holding Redis up. */
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

  /** To look into a queue. Changes nothing in it, and makes none where there was none. */
  named(name: string): Queue {
    let queue = this.opened.get(name);
    if (queue === undefined) {
      queue = new Queue(name, {
        connection: this.redis,
        prefix: QUEUE_PREFIX,
        skipVersionCheck: true,
        skipMetasUpdate: true,
      });
      queue.on('error', () => undefined); // every failed command tells of it
      this.opened.set(name, queue);
    }
    return queue;
  }
}

/** Redis says so of a key that is not what a queue keeps there. */
export const isOfWrongType = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('WRONGTYPE');

const describe = (queue: string, job: Job, state: FailedWork['state']): FailedWork => ({
  queue,
  id: job.id ?? '',
  name: job.name,
  state,
  tries: job.attemptsMade,
  reason: (job.failedReason ?? 'unknown').split('\n')[0]?.slice(0, REASON_MAX) ?? '',
  nextAt: state === 'waits' ? new Date(job.timestamp + job.delay).toISOString() : null,
});
