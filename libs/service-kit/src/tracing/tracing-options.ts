import type { Logger } from 'pino';
import type { ProcessConfig } from '../config/process-config.ts';
import type { Metrics } from '../metrics/metrics.ts';

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
