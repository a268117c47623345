import type { ServiceName } from '@lectern/contracts/rpc';
import type { Binding, RequestSeal } from '../redis/request-seal.ts';

/** An event as it travels through a subscriber's queue. */
export interface EventFrame {
  readonly eventId: string;
  readonly name: string;
  /** The payload, with people's data; it opens only for this event of this name. */
  readonly sealed: string;
  /** As `carriedCorrelation` wrote it into the outbox. */
  readonly correlationId: string;
  /** ISO instant */
  readonly occurredAt: string;
}

const binding = (eventId: string, name: string): Binding => ['event', eventId, name];

/** The form of an event in a queue. */
export const sealEvent = (
  seal: RequestSeal,
  { payload, ...event }: Omit<EventFrame, 'sealed'> & { readonly payload: unknown },
): EventFrame => ({
  ...event,
  sealed: seal.seal(binding(event.eventId, event.name), payload),
});

/** The payload of an event. Throws where it was sealed for another event or with an invalid key. */
export const openEvent = (seal: RequestSeal, { eventId, name, sealed }: EventFrame): unknown =>
  seal.open(binding(eventId, name), sealed);

/** The largest sealed event. A longer one is not opened, because a consumer opens several at a time. */
export const SEALED_MAX = 1024 * 1024;

/** The only service that may publish an event of this name. */
export const publisherOf = (name: string): ServiceName => name.slice(0, name.indexOf('.')) as ServiceName;

/** Each publisher has its own queue, so that Redis can decide who may write to it (ADR 0029). */
export const eventQueueName = (subscriber: ServiceName, publisher: ServiceName): string =>
  `${subscriber}-events-of-${publisher}`;

/** The prefix of all BullMQ keys in Redis. */
export const QUEUE_PREFIX = 'lectern:queue';

/**
 * The key of a service's epoch in Redis, set by its first process that finds none. Each service has its own, which no
 * other service may write: changing the epoch publishes events again, and a malformed one stops them.
 */
export const epochKey = (service: ServiceName): string => `lectern:epoch:${service}`;
