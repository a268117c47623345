import type { Tracing, TracingOptions } from './tracing-options.ts';

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
