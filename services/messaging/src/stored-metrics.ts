import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Metrics } from '@lectern/service-kit/metrics/metrics';

/** Messaging's Prometheus metrics of its database. */
@Injectable()
export class StoredMetrics implements OnModuleInit {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.reportStored('lectern_emails_oldest_due_seconds', async () => {
      const [row] = await this.dataSource.query<[{ seconds: number }]>(
        `SELECT GREATEST(0, COALESCE(EXTRACT(EPOCH FROM now() - min(next_attempt_at)), 0))::float8 AS seconds
         FROM email_recipients WHERE status = 'pending' AND campaign_id IS NULL`,
      );
      return row.seconds;
    });
  }
}
