import type { ServiceName } from '@lectern/contracts/rpc';

/** A fact as it travels through a subscriber's queue. */
export interface EventFrame {
  readonly eventId: string;
  readonly name: string;
  readonly payload: unknown;
  /** As `carriedCorrelation` wrote it into the outbox. */
  readonly correlationId: string;
  /** ISO instant */
  readonly occurredAt: string;
}

export const eventQueueName = (subscriber: ServiceName): string => `${subscriber}-events`;

/** BullMQ's keys in Redis all begin with this. */
export const QUEUE_PREFIX = 'lectern:queue';

/** Where the mark of a life of Redis stands, set by the first process that finds none. */
export const EPOCH_KEY = 'lectern:epoch';
