import { setTimeout as pause } from 'node:timers/promises';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { EventContract } from '@lectern/contracts/event';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Transaction, Transactor } from '../database/transaction.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { FairTurns } from '../load/fair-turns.ts';
import { WORKER_OPTIONS } from '../jobs/worker-options.ts';
import type { Logger } from '../logging/logger.ts';
import { patientRedis } from '../redis/connections.ts';
import { redisAddressAt } from '../redis/redis-address.ts';
import { processSpan } from '../tracing/message-spans.ts';
import { continueWork } from '../tracing/spans.ts';
import type { RequestSeal } from '../redis/request-seal.ts';
import { type EventFrame, eventQueueName, openEvent, publisherOf, SEALED_MAX } from '../jobs/event-frame.ts';

export interface BoundEventHandler {
  readonly contract: EventContract;
  handle(payload: unknown, tx: Transaction): Promise<void>;
}

export interface EventConsumerOptions {
  readonly service: ServiceName;
  readonly processName: string;
  readonly redisUrl: string;
  readonly seal: RequestSeal;
  readonly transactor: Transactor;
  /** Connections of the process to its database. Events take half of them at most, so that a backlog leaves some to requests. */
  readonly poolSize: number;
  readonly handlers: readonly BoundEventHandler[];
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Events of a queue that are taken at the same time. Postponed ones count. */
const CONCURRENCY = 8;
/** How long an event without a handler in this replica waits before any replica tries it again. */
const UNKNOWN_WAITS_MS = 1_000;
/** When a postponed event is tried again: an attempt costs a transaction of two statements. */
const POSTPONED_MS = 20;

/**
 * Thrown by a handler whose event has to wait for other work, such as the holder of a lock. Its transaction is rolled
 * back, and the event is tried again soon: waiting in the database would keep a connection from that other work.
 */
export class EventPostponed extends Error {}

/**
 * Takes events from this service's queues, one for each publisher, and gives each to its handler once: the event's id
 * goes into the inbox in the handler's own transaction. A failed handler is retried with growing pauses for days; no
 * event is dropped. An event of a newer revision goes back into the queue for that revision's replicas, for as long as
 * there are none.
 */
export class EventConsumer {
  private readonly handlers: ReadonlyMap<string, BoundEventHandler>;
  /** Publishers take turns, so that none waits for another's backlog. */
  private readonly turns: FairTurns;
  private readonly connections: Redis[] = [];
  private workers: readonly Worker<EventFrame>[] = [];
  private isClosing = false;

  constructor(private readonly options: EventConsumerOptions) {
    this.handlers = new Map(options.handlers.map((handler) => [handler.contract.name, handler]));
    const concurrent = Math.max(1, Math.floor(options.poolSize / 2));
    // The workers bound the number that waits.
    this.turns = new FairTurns({ concurrent, mostWaiting: Infinity, retryAfter: 0 });
  }

  async start(): Promise<void> {
    const { service, logger, redisUrl } = this.options;
    const queues = [...new Set([...this.handlers.keys()].map(publisherOf))].map(
      (publisher) => [eventQueueName(service, publisher), publisher] as const,
    );
    this.workers = queues.map(([queue, publisher]) => {
      const connection = this.connect(redisAddressAt(redisUrl, queue));
      const worker = new Worker<EventFrame>(queue, (job, token) => this.consume(publisher, job, token), {
        ...WORKER_OPTIONS,
        connection,
        concurrency: CONCURRENCY,
      });
      worker.on('error', (error) => logger.warn({ err: error, queue }, 'A queue of events is unreachable'));
      return worker;
    });
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
  }

  /** Lets running handlers finish; events that wait are left to another process, or the next one. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.workers.map((worker) => worker.close()));
    for (const connection of this.connections) connection.disconnect();
  }

  private connect(url: string): Redis {
    const connection = patientRedis(url, `${this.options.processName}-events`);
    connection.on('error', () => undefined); // the worker's own listener reports it
    this.connections.push(connection);
    return connection;
  }

  private async consume(publisher: ServiceName, job: Job<EventFrame>, token: string | undefined): Promise<void> {
    const frame = job.data;
    if (publisherOf(frame.name) !== publisher) {
      this.options.logger.error(
        { event: frame.name, eventId: frame.eventId, publisher },
        'An event of another publisher is refused',
      );
      throw new UnrecoverableError(`${publisher} does not publish ${frame.name}`);
    }
    if (frame.sealed.length > SEALED_MAX) {
      this.options.logger.error({ event: frame.name, eventId: frame.eventId }, 'An event that is too long is refused');
      throw new UnrecoverableError('It is too long for an event');
    }
    if (!this.handlers.has(frame.name)) return this.putBack(job, token);
    const outcome = await continueWork(
      frame.correlationId,
      processSpan(job.queueName, frame.name, job.attemptsMade + 1, frame.eventId),
      async (span) => {
        try {
          const outcome = await this.handleWhenFree(frame);
          span?.setAttribute('lectern.outcome', outcome);
          this.options.metrics.eventsHandled.inc({ event: frame.name, outcome });
          return outcome;
        } catch (error) {
          this.options.metrics.eventsHandled.inc({ event: frame.name, outcome: 'failed' });
          this.options.logger.error(
            { err: error, event: frame.name, eventId: frame.eventId, attempt: job.attemptsMade + 1 },
            'An event could not be handled yet',
          );
          throw error;
        }
      },
    );
    if (outcome === 'left') await this.putBack(job, token);
  }

  private async putBack(job: Job<EventFrame>, token: string | undefined): Promise<never> {
    this.options.logger.debug(
      { event: job.data.name, eventId: job.data.eventId },
      'An event is left to another process',
    );
    await job.moveToDelayed(Date.now() + UNKNOWN_WAITS_MS, token);
    // Reports to the worker that the job is neither done nor failed.
    throw new DelayedError();
  }

  /** A postponed event keeps its slot of this consumer, and no connection. As this process closes, it is left to another one. */
  private async handleWhenFree(frame: EventFrame): Promise<'handled' | 'duplicate' | 'left'> {
    for (;;) {
      try {
        return await this.turns.run(publisherOf(frame.name), async () =>
          this.isClosing ? 'left' : this.handleOnce(frame),
        );
      } catch (error) {
        if (!(error instanceof EventPostponed)) throw error;
        if (this.isClosing) return 'left';
        await pause(POSTPONED_MS);
      }
    }
  }

  private async handleOnce(frame: EventFrame): Promise<'handled' | 'duplicate'> {
    const handler = this.handlers.get(frame.name);
    if (handler === undefined) throw new Error(`No handler for ${frame.name}`);
    return this.options.transactor.run(async (tx) => {
      const inserted = await tx.manager.query<unknown[]>(
        'INSERT INTO inbox (event_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id',
        [frame.eventId, frame.name],
      );
      if (inserted.length === 0) return 'duplicate';
      await handler.handle(handler.contract.payload.parse(openEvent(this.options.seal, frame)), tx);
      return 'handled';
    });
  }
}
