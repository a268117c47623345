import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of the database, which its owner reports: how long work waits, and whether the records were compared. */
export const STORED_METRICS = {
  lectern_emails_oldest_due_seconds: 'Time for which the longest waiting single email has been due',
  lectern_provider_events_oldest_waiting_seconds:
    'Time for which the longest waiting event of the payment provider has waited',
  lectern_reconciliation_age_seconds:
    'Time since the last complete reconciliation of all customers with the payment provider',
  lectern_reconciliation_failed_customers:
    'Customers who could not be compared in the last reconciliation with the payment provider',
} as const;

/** The metrics of a process. Names follow Prometheus's conventions: base units, `_total` for counters. */
export class Metrics {
  readonly registry = new Registry();

  readonly rpcDuration = new Histogram({
    name: 'lectern_rpc_duration_seconds',
    help: 'Time from taking a request off its list to its answer',
    labelNames: ['request', 'outcome'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });

  readonly rpcExpired = new Counter({
    name: 'lectern_rpc_expired_total',
    help: 'Requests dropped because their deadline had passed',
    labelNames: ['request'] as const,
    registers: [this.registry],
  });

  readonly httpDuration = new Histogram({
    name: 'lectern_http_duration_seconds',
    help: 'Time from a request to its answer at the edge',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });

  readonly eventsPublished = new Counter({
    name: 'lectern_events_published_total',
    help: 'Events published from the outbox to a subscriber',
    labelNames: ['event', 'subscriber'] as const,
    registers: [this.registry],
  });

  readonly eventsHandled = new Counter({
    name: 'lectern_events_handled_total',
    help: 'Events that a handler processed; `duplicate` ones had taken effect before, `left` ones wait for another process',
    labelNames: ['event', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly outboxWaiting = new Gauge({
    name: 'lectern_outbox_waiting',
    help: 'Events in the outbox that are not published yet',
    registers: [this.registry],
  });

  readonly jobsFinished = new Counter({
    name: 'lectern_jobs_total',
    help: 'Runs of background jobs',
    // Not `job`: Prometheus uses that label for its targets.
    labelNames: ['name', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly spansExported = new Counter({
    name: 'lectern_spans_exported_total',
    help: 'Spans that were sent to the collector of traces, or dropped because it did not take them',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  constructor(processName: string) {
    this.registry.setDefaultLabels({ process: processName });
    collectDefaultMetrics({ register: this.registry });
  }

  /** Registers a metric that is read at every scrape. A failed read is NaN, and does not affect other metrics. */
  reportStored(name: keyof typeof STORED_METRICS, read: () => Promise<number>): void {
    new Gauge({
      name,
      help: STORED_METRICS[name],
      registers: [this.registry],
      async collect() {
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }
}
