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
import { correlationFields, currentCorrelationId, withCorrelation } from '../logging/correlation.ts';

/*
 * Everything that is traced goes through here. Where tracing is off, and where this piece of work was not chosen, there is no active
 * span: then each of these functions does its work and nothing else.
 *
 * A trace begins at a request from outside or at a scheduled job (`beginTrace`), and nowhere else; what has no parent there leaves no
 * span. So it is decided once whether an act is traced, and the polls of a relay or the pings of a probe are not.
 *
 * Spans carry ids, names and numbers. Never give them what people wrote: no parameters, addresses, tokens, bodies or messages of errors.
 */

export { SpanKind } from '@opentelemetry/api';

/** Work as a span shows it. */
export interface SpanOf {
  /** One of few, so that spans of a kind are found together: no ids. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

const CORRELATION_ID = 'lectern.correlation_id';

/** Who told of a trace in a header, or in what {@link carriedCorrelation} wrote. What is malformed tells nothing. */
const contextOf = (traceparent: string): Context => propagation.extract(ROOT_CONTEXT, { traceparent });

const start = ({ name, kind, attributes }: SpanOf, parent: Context): Span =>
  trace
    .getTracer('lectern')
    .startSpan(
      name,
      { kind, attributes: { ...attributes, [CORRELATION_ID]: correlationFields().correlationId } },
      parent,
    );

/** A name for what went wrong. The message stays out: it may quote what somebody wrote. */
const errorTypeOf = (error: unknown): string => {
  if (error instanceof DomainError) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

/** Whether it is a failure of ours, rather than an answer that somebody does not like. */
export const isFailure = (error: unknown): boolean =>
  !(error instanceof DomainError) || error.kind === 'unavailable' || error.kind === 'internal';

/** Marks the work as failed, for a reason that is a code. */
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

/** Whether the work at hand is traced. */
export const isTraced = (): boolean => trace.getActiveSpan() !== undefined;

/** Does the work as a part of the traced work at hand; just does it where that is not traced. */
export const inSpan = <T>(of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> => {
  if (!isTraced()) return work();
  const parent = context.active();
  return run(start(of, parent), parent, work);
};

/** A part of the traced work at hand whose end the caller tells. Only where {@link isTraced}: it would be a trace of its own. */
export const openSpan = (of: SpanOf): Span => start(of, context.active());

/**
 * Begins a trace, unless it is chosen not to be one; the caller ends the span. `traceparent` is what somebody outside calls the act: the
 * trace takes its id over, and nothing else (ADR 0020).
 */
export const beginTrace = <T>(of: SpanOf, traceparent: string | undefined, work: (span?: Span) => T): T => {
  const parent = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent);
  const span = start(of, parent);
  return span.isRecording() ? context.with(trace.setSpan(ROOT_CONTEXT, span), work, undefined, span) : work();
};

/** As {@link beginTrace}, for work that ends with its promise. */
export const inNewTrace = <T>(of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> =>
  beginTrace(of, undefined, (span) => (span === undefined ? work() : run(span, context.active(), work)));

/** The correlation id of the work at hand, and where it stands in its trace if it is traced: what a request, an event or a job takes along. */
export const carriedCorrelation = (): string => {
  if (!isTraced()) return currentCorrelationId();
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return `${currentCorrelationId()} ${carrier.traceparent ?? ''}`.trimEnd();
};

/** The correlation id in what {@link carriedCorrelation} wrote. */
export const correlationIdIn = (carried: string): string => carried.split(' ', 1)[0] as string;

/** Goes on with what another process began: under its correlation id, and in its trace if it has one. */
export const inCarriedWork = <T>(carried: string, of: SpanOf, work: (span?: Span) => Promise<T>): Promise<T> => {
  const [correlationId = '', traceparent] = carried.split(' ', 2);
  return withCorrelation(correlationId, () => {
    if (traceparent === undefined) return work();
    const parent = contextOf(traceparent);
    const span = start(of, parent);
    return span.isRecording() ? run(span, parent, work) : work();
  });
};

/** Does work that is not part of what happens to be at hand: of many, or of nobody. */
export const untraced = <T>(work: () => T): T => (isTraced() ? context.with(ROOT_CONTEXT, work) : work());

/** What a line of the log says of the trace that it belongs to (https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/). */
export const traceFields = (): { trace_id?: string; span_id?: string } => {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
};
