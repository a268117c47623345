import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import { DomainError } from '@lectern/contracts/errors';
import { correlationFields, currentCorrelationId, withCorrelation } from './correlation.ts';

/*
 * All tracing uses these functions. Where tracing is off, and for work that was not sampled, there is no active span:
 * then each function only does its work.
 *
 * A trace begins at a request from outside or at a scheduled job (`beginTrace`), and nowhere else; work without a
 * parent there leaves no span. So the decision is made once per request or job, and the polls of a relay or the pings
 * of a probe are not traced.
 *
 * Spans carry ids, names and numbers. Never give them people's texts: no parameters, addresses, tokens, bodies or error
 * messages.
 */

export { SpanKind } from '@opentelemetry/api';

/** A span's description of some work. */
export interface SpanOf {
  /** One of few names, so that spans of a kind are grouped: no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

const CORRELATION_ID = 'lectern.correlation_id';

/** The trace context of a header, or of a {@link carriedCorrelation} value. A malformed one is ignored. */
const contextOf = (traceparent: string): Context => propagation.extract(ROOT_CONTEXT, { traceparent });

const start = ({ name, kind, attributes }: SpanOf, parent: Context): Span =>
  trace
    .getTracer('lectern')
    .startSpan(
      name,
      { kind, attributes: { ...attributes, [CORRELATION_ID]: correlationFields().correlationId } },
      parent,
    );

/** The type of an error. The message is omitted: it may quote a person's text. */
const errorTypeOf = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Whether it is a failure of ours, rather than a refusal. */
export const isFailure = (error: unknown): boolean =>
  !(error instanceof DomainError) || error.kind === 'unavailable' || error.kind === 'internal';

/** Marks the work as failed, with a code as the reason. */
export const markFailed = (span: Span, errorType: string): void => {
  span.setAttribute(ATTR_ERROR_TYPE, errorType).setStatus({ code: SpanStatusCode.ERROR });
};

const run = async <T>(span: Span, parent: Context, work: (span: Span) => Promise<T>): Promise<T> => {
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    if (isFailure(error)) markFailed(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
};

/** Whether the current work is traced. */
export const isTraced = (): boolean => trace.getActiveSpan() !== undefined;

/** Does the work in a child span of the current work; only does it where that is not traced. */
export const inSpan = <T>(of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> => {
  if (!isTraced()) return work();
  const parent = context.active();
  return run(start(of, parent), parent, work);
};

/** A child span of the current work that the caller ends. Only where {@link isTraced}: otherwise it would be its own trace. */
export const openSpan = (of: SpanOf): Span => start(of, context.active());

/**
 * Begins a trace, unless sampling excludes it; the caller ends the span. `traceparent` is the caller's trace context:
 * the trace takes its id, and nothing else (ADR 0020).
 */
export const beginTrace = <T>(of: SpanOf, traceparent: string | undefined, work: (span?: Span) => T): T => {
  const parent = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent);
  const span = start(of, parent);
  return span.isRecording() ? context.with(trace.setSpan(ROOT_CONTEXT, span), work, undefined, span) : work();
};

/** As {@link beginTrace}, for work that ends with its promise. */
export const inNewTrace = <T>(of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> =>
  beginTrace(of, undefined, (span) => (span === undefined ? work() : run(span, context.active(), work)));

/** The correlation id of the current work, with its trace context if it is traced: carried by requests, events and jobs. */
export const carriedCorrelation = (): string => {
  if (!isTraced()) return currentCorrelationId();
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return `${currentCorrelationId()} ${carrier.traceparent ?? ''}`.trimEnd();
};

/** The correlation id of a {@link carriedCorrelation} value. */
export const correlationIdIn = (carried: string): string => carried.split(' ', 1)[0] as string;

/** Continues work that another process began: under its correlation id, and in its trace if it has one. */
export const continueWork = <T>(carried: string, of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> => {
  const [correlationId = '', traceparent] = carried.split(' ', 2);
  return withCorrelation(correlationId, () => {
    if (traceparent === undefined) return work();
    const parent = contextOf(traceparent);
    const span = start(of, parent);
    return span.isRecording() ? run(span, parent, work) : work();
  });
};

/** Does work that is not part of the current work: shared or background work. */
export const untraced = <T>(work: () => T): T => (isTraced() ? context.with(ROOT_CONTEXT, work) : work());

/** The trace fields of a log line (https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/). */
export const traceFields = (): { trace_id?: string; span_id?: string } => {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
};
