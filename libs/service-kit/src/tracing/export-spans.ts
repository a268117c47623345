import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import {
  ATTR_DEPLOYMENT_ENVIRONMENT_NAME,
  ATTR_SERVICE_INSTANCE_ID,
  ATTR_SERVICE_NAME,
  ATTR_SERVICE_NAMESPACE,
} from '@opentelemetry/semantic-conventions';
import { samplerOf } from './samplers.ts';
import type { Tracing, TracingOptions } from './tracing-options.ts';

/** The most spans that wait to be sent, about 4 MB; further ones are dropped. */
const MOST_WAITING = 2_048;
/** One attempt to send, including its retries. */
const SEND_WITHIN_MS = 3_000;
/** The part of a process's stop time that is for the last spans. */
const FLUSH_WITHIN_MS = 2_000;
/** Statements are the longest values of a span. */
const LONGEST_VALUE = 2_000;

/** Counts sent and dropped spans, and logs a change between the two, not every attempt. */
class CountingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly inner: SpanExporter,
    private readonly options: Pick<TracingOptions, 'logger' | 'metrics'>,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.inner.export(spans, (result) => {
      this.note(result, spans.length);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  private note({ code, error }: ExportResult, count: number): void {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    this.options.metrics.spansExported.inc({ outcome: hasFailed ? 'dropped' : 'sent' }, count);
    if (hasFailed === this.isFailing) return;
    this.isFailing = hasFailed;
    if (hasFailed)
      this.options.logger.warn(
        { reason: error?.name, spans: count },
        'Spans cannot be sent and are dropped; nothing else is affected',
      );
    else this.options.logger.info('Spans are sent again');
  }
}

/** Traces this process from now on, and sends spans in the background. Once per process: a second call changes nothing. */
export const exportSpans = (
  endpoint: string,
  { config, processName, logger, metrics, isEdge }: TracingOptions,
): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_WITHIN_MS,
  });
  const provider = new TracerProvider({
    sampler: samplerOf(config, isEdge),
    resource: resourceFromAttributes({
      [ATTR_SERVICE_NAMESPACE]: 'lectern',
      [ATTR_SERVICE_NAME]: config.OTEL_SERVICE_NAME ?? processName,
      [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
      [ATTR_DEPLOYMENT_ENVIRONMENT_NAME]: config.DEPLOYMENT,
    }),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new CountingExporter(exporter, { logger, metrics }),
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  if (!trace.setGlobalTracerProvider(provider)) return { close: () => provider.shutdown() };
  const contexts = new AsyncLocalStorageContextManager();
  context.setGlobalContextManager(contexts.enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    close: async () => {
      const flushed = provider.shutdown().catch(() => undefined); // counted and logged by the exporter
      await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_WITHIN_MS).unref())]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
};
