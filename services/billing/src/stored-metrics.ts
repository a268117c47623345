import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { Clock } from '@lectern/service-kit/time/clock';

/** Billing's Prometheus metrics that are read from its database. */
@Injectable()
export class StoredMetrics implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.metrics.reportStored('lectern_provider_events_oldest_waiting_seconds', () =>
      this.secondsSince('SELECT min(received_at) AS at FROM stripe_events WHERE processed_at IS NULL'),
    );
    this.metrics.reportStored('lectern_reconciliation_age_seconds', () =>
      this.secondsSince(
        `SELECT COALESCE(max(finished_at), min(started_at)) AS at FROM reconciliations WHERE kind = 'full'`,
      ),
    );
    this.metrics.reportStored('lectern_reconciliation_failed_customers', async () => {
      const [row] = await this.dataSource.query<{ failed: number }[]>(
        `SELECT failed FROM reconciliations WHERE kind = 'full' AND finished_at IS NOT NULL ORDER BY started_at DESC LIMIT 1`,
      );
      return row?.failed ?? 0;
    });
  }

  /** Since the instant that `query` answers as `at`; 0 where there is none. */
  private async secondsSince(query: string): Promise<number> {
    const [row] = await this.dataSource.query<{ at: Date | null }[]>(query);
    return row?.at == null ? 0 : Math.max(0, (this.clock.now().getTime() - row.at.getTime()) / 1_000);
  }
}
