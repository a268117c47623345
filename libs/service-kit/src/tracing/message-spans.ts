import { type SpanOf, SpanKind } from './spans.ts';

/*
 * Events and jobs, by the conventions for messages
 * (https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/), whose names are not stable yet and missing
 * from the stable part of the package.
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

/** A message is stored for another process: an event in the outbox, a job in its queue. */
export const sendSpan = (queue: string, name: string, messageId?: string): SpanOf => ({
  name: `send ${name}`,
  kind: SpanKind.PRODUCER,
  attributes: attributes(queue, 'send', 'send', messageId),
});

/** A handler processes an event or a job. */
export const processSpan = (queue: string, name: string, attempt: number, messageId?: string): SpanOf => ({
  name: `process ${name}`,
  kind: SpanKind.CONSUMER,
  attributes: { ...attributes(queue, 'process', 'process', messageId), 'lectern.attempt': attempt },
});
