import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventContract } from '@lectern/contracts/event';
import { EVENTS } from '@lectern/contracts/registry';
import type { ServiceName } from '@lectern/contracts/rpc';
import { OutboxSignal } from '../database/transaction.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Logger } from '../logging/logger.ts';
import { failFastRedis } from '../redis/connections.ts';
import { untraced } from '../tracing/spans.ts';
import type { RequestSeal } from '../redis/request-seal.ts';
import { epochKey, eventQueueName, publisherOf, QUEUE_PREFIX, sealEvent } from '../jobs/event-frame.ts';
import { eventsChannel } from './events-channel.ts';

export interface EventRelayOptions {
  readonly service: ServiceName;
  readonly processName: string;
  readonly redisUrl: string;
  readonly seal: RequestSeal;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** All events, unless a test passes others. */
  readonly contracts?: readonly EventContract[];
  /** Called when Redis has lost its data, so that schedules can be created again. */
  readonly onRedisForgot: () => Promise<void>;
}

interface OutboxRow {
  id: string;
  name: string;
  payload: unknown;
  correlation_id: string;
  occurred_at: Date;
}

const BATCH = 200;
const POLL_MS = 1_000;
/** How far back events are published again when Redis lost its data. The inbox must remember events for longer. */
export const REPLAY_DAYS = 7;
/** Published events are kept a little longer than they may be published again; the inbox keeps their ids much longer. */
const OUTBOX_DAYS = REPLAY_DAYS + 1;
const INBOX_DAYS = 30;
const PRUNE_EVERY_MS = 3_600_000;

/**
 * Moves events from the outbox to the queue of each subscriber, at least once. Several relays share the work: rows are
 * locked and skipped. Commits of its own process wake it, and it polls every second.
 *
 * An event that this revision does not know stays in the outbox for a relay of the publishing revision: only that one
 * knows the subscribers.
 *
 * Redis is never the only store of an event. When it restarted (another run id) or was flushed (its epoch key is gone),
 * queues may have lost events that are marked as published: then all events of the last {@link REPLAY_DAYS} days are
 * published again, and the subscribers' inboxes drop those that took effect already.
 */
export class EventRelay extends OutboxSignal {
  private readonly redis: Redis;
  private readonly queues = new Map<ServiceName, Queue>();
  private readonly subscribers: ReadonlyMap<string, readonly ServiceName[]>;
  /** Before it is set, wake-ups are ignored: a service may write before it relays, and those events wait for the start. */
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private saying: Promise<void> | undefined;
  private sayAgain = false;
  private lastLife: string | undefined;
  private prunedAt = 0;
  private stopped = false;

  constructor(private readonly options: EventRelayOptions) {
    super();
    this.redis = failFastRedis(options.redisUrl, `${options.processName}-relay`);
    this.redis.on('error', (error: Error) => options.logger.warn({ err: error }, 'Redis connection failed'));
    const contracts = (options.contracts ?? EVENTS).filter(
      (contract) => publisherOf(contract.name) === options.service,
    );
    this.subscribers = new Map(contracts.map((contract) => [contract.name, contract.subscribers]));
  }

  async start(): Promise<void> {
    await this.redis.connect();
    for (const subscriber of new Set([...this.subscribers.values()].flat())) {
      const queue = new Queue(eventQueueName(subscriber, this.options.service), {
        connection: this.redis,
        prefix: QUEUE_PREFIX,
        skipVersionCheck: true,
      });
      queue.on('error', () => undefined); // the connection's own listener reports it
      this.queues.set(subscriber, queue);
    }
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  override wake(): void {
    if (this.stopped || this.timer === undefined) return;
    if (this.running !== undefined) {
      this.again = true;
      return;
    }
    // The waker does not wait for it, and it also relays events of others.
    this.running = untraced(() => this.drain()).finally(() => {
      this.running = undefined;
      if (this.again) {
        this.again = false;
        this.wake();
      }
    });
  }

  /** Notifies processes that cache this service's responses. Commits during a notification are covered by one more after it. */
  override committed(): void {
    if (this.stopped || this.timer === undefined) return;
    if (this.saying !== undefined) {
      this.sayAgain = true;
      return;
    }
    this.saying = untraced(() => this.redis.publish(eventsChannel(this.redis), this.options.service))
      // Caches expire soon, and the relay notifies again for each event.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.saying = undefined;
        if (this.sayAgain) {
          this.sayAgain = false;
          this.committed();
        }
      });
  }

  async close(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.all([this.running, this.saying]);
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  private async drain(): Promise<void> {
    try {
      await this.noticeForgetfulRedis();
      while (!this.stopped && (await this.publishBatch()) === BATCH);
      await this.countWaiting();
      await this.prune();
    } catch (error) {
      this.options.logger.warn({ err: error }, 'Events wait in the outbox; trying again');
      await this.countWaiting().catch(() => undefined); // the database may be what is away
    }
  }

  private async countWaiting(): Promise<void> {
    const [row] = await this.options.dataSource.query<{ waiting: number }[]>(
      'SELECT count(*)::int AS waiting FROM outbox WHERE published_at IS NULL',
    );
    this.options.metrics.outboxWaiting.set(row?.waiting ?? 0);
  }

  private async prune(): Promise<void> {
    if (Date.now() - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = Date.now();
    await this.options.dataSource.query(
      'DELETE FROM outbox WHERE published_at IS NOT NULL AND recorded_at < now() - make_interval(days => $1)',
      [OUTBOX_DAYS],
    );
    await this.options.dataSource.query('DELETE FROM inbox WHERE handled_at < now() - make_interval(days => $1)', [
      INBOX_DAYS,
    ]);
  }

  private async publishBatch(): Promise<number> {
    return this.options.dataSource.transaction(async (manager) => {
      const rows = await manager.query<OutboxRow[]>(
        `SELECT id, name, payload, correlation_id, occurred_at FROM outbox
         WHERE published_at IS NULL AND name = ANY($2) ORDER BY sequence LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH, [...this.subscribers.keys()]],
      );
      if (rows.length === 0) return 0;
      await this.enqueue(rows);
      await manager.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1)', [rows.map((row) => row.id)]);
      return rows.length;
    });
  }

  private async enqueue(rows: readonly OutboxRow[]): Promise<void> {
    await Promise.all([
      this.redis.publish(eventsChannel(this.redis), this.options.service),
      ...[...this.queues].map(async ([subscriber, queue]) => {
        const jobs = rows
          .filter((row) => this.subscribers.get(row.name)?.includes(subscriber))
          .map((row) => {
            const data = sealEvent(this.options.seal, {
              eventId: row.id,
              name: row.name,
              payload: row.payload,
              correlationId: row.correlation_id,
              occurredAt: row.occurred_at.toISOString(),
            });
            this.options.metrics.eventsPublished.inc({ event: row.name, subscriber });
            return {
              name: row.name,
              data,
              opts: {
                jobId: row.id,
                attempts: 1_000,
                backoff: { type: 'exponential', delay: 500, jitter: 0.3 },
                removeOnComplete: true,
              },
            };
          });
        if (jobs.length > 0) await queue.addBulk(jobs);
      }),
    ]);
  }

  private async noticeForgetfulRedis(): Promise<void> {
    const key = epochKey(this.options.service);
    await this.redis.set(key, randomUUID(), 'NX');
    const [epoch, info] = await Promise.all([this.redis.get(key), this.redis.info('server')]);
    const runId = /run_id:(\w+)/.exec(info)?.[1] ?? 'unknown';
    if (epoch === null) return;
    await this.options.dataSource.transaction((manager) => this.recordEpoch(manager, runId, epoch));
    // Every process has its own schedules, so each checks by itself; the outbox is shared, so a table remembers.
    const life = `${runId} ${epoch}`;
    const isAnother = this.lastLife !== undefined && this.lastLife !== life;
    this.lastLife = life;
    if (isAnother) await this.options.onRedisForgot();
  }

  /** Marks recent events as unpublished, once, when Redis is another instance than the one to which they were published. */
  private async recordEpoch(manager: EntityManager, runId: string, epoch: string): Promise<void> {
    const known = await manager.query<{ redis_run_id: string; redis_epoch: string }[]>(
      'SELECT redis_run_id, redis_epoch FROM relay_state',
    );
    if (known[0]?.redis_run_id === runId && known[0].redis_epoch === epoch) return;
    const [row] = await manager.query<{ changed: boolean }[]>(
      `INSERT INTO relay_state (id, redis_run_id, redis_epoch) VALUES (1, $1, $2)
       ON CONFLICT (id) DO UPDATE SET redis_run_id = $1, redis_epoch = $2
       WHERE (relay_state.redis_run_id, relay_state.redis_epoch) <> ($1, $2)
       RETURNING true AS changed`,
      [runId, epoch],
    );
    if (row === undefined) return; // another process was first
    if (known.length > 0) this.options.logger.warn('Redis restarted or lost its data; publishing recent events again');
    await manager.query(
      `UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL AND recorded_at > now() - make_interval(days => $1)`,
      [REPLAY_DAYS],
    );
  }
}
