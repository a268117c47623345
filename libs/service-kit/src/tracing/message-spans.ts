import { type SpanOf, SpanKind } from './spans.ts';

/*
 * Events and jobs, by the conventions for messages (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/), whose names
 * are not stable yet and stand in no stable part of the package.
 */
const attributes = (
  queue: string,
  operation: string,
  type: string,
  messageId: string | undefined,
): SpanOf['attributes'] => ({
  'messaging.system': 'bullmq',
  'messaging.destination.name': queue,
  'messaging.operation.name': operation,
  'messaging.operation.type': type,
  ...(messageId === undefined ? {} : { 'messaging.message.id': messageId }),
});

/** Something is put where another process will find it: an event into the outbox, a job into its queue. */
export const sendSpan = (queue: string, name: string, messageId?: string): SpanOf => ({
  name: `send ${name}`,
  kind: SpanKind.PRODUCER,
  attributes: attributes(queue, 'send', 'send', messageId),
});

/** A handler does what an event or a job is for. */
export const processSpan = (queue: string, name: string, attempt: number, messageId?: string): SpanOf => ({
  name: `process ${name}`,
  kind: SpanKind.CONSUMER,
  attributes: { ...attributes(queue, 'process', 'process', messageId), 'lectern.attempt': attempt },
});
