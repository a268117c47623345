import type { ProcessConfig } from '../config/process-config.ts';
import type { Metrics } from '../health/metrics.ts';
import type { Logger } from '../logging/logger.ts';

export interface TracingOptions {
  readonly config: ProcessConfig;
  readonly processName: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whether requests come from the internet, so that their sampling flags are ignored. */
  readonly isEdge: boolean;
}

export interface Tracing {
  /** Sends the remaining spans, for two seconds at most. */
  close(): Promise<void>;
}

/**
 * Traces this process where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Otherwise OpenTelemetry's SDK is not even
 * loaded. While the collector is unavailable, spans are dropped, and nothing waits.
 */
export const startTracing = async (options: TracingOptions): Promise<Tracing> => {
  const endpoint = options.config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { close: () => Promise.resolve() };
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(endpoint, options);
};
