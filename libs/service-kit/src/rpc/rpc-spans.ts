import type { Span } from '@opentelemetry/api';
import { ATTR_RPC_METHOD, ATTR_RPC_STATUS_CODE, ATTR_RPC_SYSTEM_NAME } from '@opentelemetry/semantic-conventions';
import { DomainError, isErrorCode } from '@lectern/contracts/errors';
import { isFailure, markFailed, SpanKind, type SpanOf } from '../tracing/spans.ts';
import type { ReplyFrame } from './protocol.ts';

const attributes = (request: string): SpanOf['attributes'] => ({
  [ATTR_RPC_SYSTEM_NAME]: 'lectern',
  [ATTR_RPC_METHOD]: request,
});

/** From the call to its answer, including the wait in the list. */
export const clientSpan = (request: string): SpanOf => ({
  name: request,
  kind: SpanKind.CLIENT,
  attributes: attributes(request),
});

/** From taking a request off its list to its answer. */
export const serverSpan = (request: string): SpanOf => ({
  name: request,
  kind: SpanKind.SERVER,
  attributes: attributes(request),
});

/** Records the outcome: `ok`, or the code of the error. Only failures of ours mark the span as failed. */
export const recordReply = (span: Span | undefined, reply: ReplyFrame): void => {
  if (span === undefined) return;
  if (reply[1] === 1) return void span.setAttribute(ATTR_RPC_STATUS_CODE, 'ok');
  const { code } = reply[2];
  span.setAttribute(ATTR_RPC_STATUS_CODE, code);
  if (!isErrorCode(code) || isFailure(new DomainError(code))) markFailed(span, code);
};
