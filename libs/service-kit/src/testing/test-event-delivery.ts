import { randomUUID } from 'node:crypto';
import { type Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { EventContract, EventPayload } from '@lectern/contracts/event';
import type { ServiceName } from '@lectern/contracts/rpc';
import { eventQueueName, publisherOf, QUEUE_PREFIX, sealEvent } from '../jobs/event-frame.ts';
import { TEST_SEAL } from './test-caller.ts';

/** Delivers events to the service under test: adds each to its subscriber's queue, as the relay of the publishing service does. */
export class TestEventDelivery {
  private readonly queues = new Map<ServiceName, Queue>();
  private readonly endings = new Map<ServiceName, QueueEvents>();

  /** `redis` is connected; its opener closes it. */
  constructor(
    private readonly redis: Redis,
    private readonly subscriber: ServiceName,
  ) {}

  /** Resolves with the event's id when the event is in the queue. */
  async deliver<C extends EventContract>(
    contract: C,
    payload: EventPayload<C>,
    eventId: string = randomUUID(),
  ): Promise<string> {
    await this.addToQueue(contract, payload, eventId);
    return eventId;
  }

  /** Resolves when the event is handled; rejects when its handler fails. */
  async deliverAndWait<C extends EventContract>(
    contract: C,
    payload: EventPayload<C>,
    eventId: string = randomUUID(),
  ): Promise<void> {
    const publisher = publisherOf(contract.name);
    let endings = this.endings.get(publisher);
    if (endings === undefined) {
      endings = new QueueEvents(eventQueueName(this.subscriber, publisher), {
        connection: this.redis.duplicate(),
        prefix: QUEUE_PREFIX,
      });
      endings.setMaxListeners(0); // one for each event that is waited for
      this.endings.set(publisher, endings);
    }
    await endings.waitUntilReady();
    const job = await this.addToQueue(contract, payload, eventId);
    await job.waitUntilFinished(endings, 30_000);
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values(), ...this.endings.values()].map((each) => each.close()));
  }

  private async addToQueue<C extends EventContract>(
    contract: C,
    payload: EventPayload<C>,
    eventId: string,
  ): Promise<Job> {
    const publisher = publisherOf(contract.name);
    let queue = this.queues.get(publisher);
    if (queue === undefined) {
      queue = new Queue(eventQueueName(this.subscriber, publisher), {
        connection: this.redis,
        prefix: QUEUE_PREFIX,
        skipVersionCheck: true,
      });
      queue.setMaxListeners(0); // one for each event that is waited for
      queue.on('error', () => undefined); // every failed command reports it
      this.queues.set(publisher, queue);
    }
    return queue.add(
      contract.name,
      sealEvent(TEST_SEAL, {
        eventId,
        name: contract.name,
        payload,
        correlationId: 'test',
        occurredAt: new Date().toISOString(),
      }),
      { attempts: 1 },
    );
  }
}
