import type { ServiceName } from '@lectern/contracts/rpc';
import type { Binding, RequestSeal } from '../rpc/request-seal.ts';

/** An event as it travels through a subscriber's queue. */
export interface EventFrame {
  readonly eventId: string;
  readonly name: string;
  /** The payload, which holds what people wrote; it opens for this event of this name. */
  readonly sealed: string;
  /** As `carriedCorrelation` wrote it into the outbox. */
  readonly correlationId: string;
  /** ISO instant */
  readonly occurredAt: string;
}

const binding = (eventId: string, name: string): Binding => ['event', eventId, name];

/** An event as it is put into a queue. */
export const sealEvent = (
  seal: RequestSeal,
  { payload, ...event }: Omit<EventFrame, 'sealed'> & { readonly payload: unknown },
): EventFrame => ({
  ...event,
  sealed: seal.seal(binding(event.eventId, event.name), payload),
});

/** The payload of an event. Throws where it was sealed for another one or with a key that is not valid. */
export const openEvent = (seal: RequestSeal, { eventId, name, sealed }: EventFrame): unknown =>
  seal.open(binding(eventId, name), sealed);

/** No event is longer, sealed: what is longer is not opened, because several are open at a time. */
export const SEALED_MAX = 1024 * 1024;

/** The service that alone may publish an event of this name. */
export const publisherOf = (name: string): ServiceName => name.slice(0, name.indexOf('.')) as ServiceName;

/** There is a queue for each publisher, because that is how Redis knows who may write to it (ADR 0029). */
export const eventQueueName = (subscriber: ServiceName, publisher: ServiceName): string =>
  `${subscriber}-events-of-${publisher}`;

/** BullMQ's keys in Redis all begin with this. */
export const QUEUE_PREFIX = 'lectern:queue';

/**
 * Where a service's mark of a life of Redis stands, set by its first process that finds none. Each service has its own, and no other
 * service may write it: changing the mark publishes events again, and breaking it stops them.
 */
export const epochKey = (service: ServiceName): string => `lectern:epoch:${service}`;
