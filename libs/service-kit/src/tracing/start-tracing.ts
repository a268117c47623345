import type { ProcessConfig } from '../config/process-config.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Logger } from '../logging/logger.ts';

export interface TracingOptions {
  readonly config: ProcessConfig;
  readonly processName: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whether requests come from the internet, so that what they say of being traced is not believed. */
  readonly isEdge: boolean;
}

export interface Tracing {
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}

/**
 * Traces what this process does where `OTEL_EXPORTER_OTLP_ENDPOINT` says whom to tell. Otherwise nothing of OpenTelemetry's SDK is even
 * read. Whoever is told may be away: spans are dropped then, and nothing waits.
 */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const endpoint = options.config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { close: () => Promise.resolve() };
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(endpoint, options);
};
