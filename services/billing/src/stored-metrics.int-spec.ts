import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricAt } from '@lectern/service-kit/testing/metric-at';
import { startBilling, type TestBilling } from './testing/start-billing.ts';

describe('billing’s metrics of its database', () => {
  let system: TestBilling;
  let opsPort: number;
  beforeAll(async () => {
    system = await startBilling();
    ({ opsPort } = await system.startReplica());
  });
  afterAll(() => system.close());

  it('have the wait of the oldest event of the provider', async () => {
    const oldest = (): Promise<number> => metricAt(opsPort, 'lectern_provider_events_oldest_waiting_seconds');
    expect(await oldest()).toBe(0);
    await system.database.query(
      `INSERT INTO stripe_events (id, type, created_at, received_at, next_attempt_at, processed_at) VALUES
       ('evt_done', 'any', now(), now() - interval '5 hours', now(), now()), ('evt_waits', 'any', now(), now() - interval '1 hour', '2999-01-01', NULL)`,
    );
    expect(await oldest()).toBeGreaterThan(3_590);
    expect(await oldest()).toBeLessThan(5_000);
  });

  it('have the last completed comparison of the records and its failures', async () => {
    const ago = (): Promise<number> => metricAt(opsPort, 'lectern_reconciliation_age_seconds');
    const failed = (): Promise<number> => metricAt(opsPort, 'lectern_reconciliation_failed_customers');
    await system.database.query('DELETE FROM reconciliations');
    expect([await ago(), await failed()]).toEqual([0, 0]);
    const add = (kind: string, began: number, ended: number | null, count: number): Promise<unknown> =>
      system.database.query(
        `INSERT INTO reconciliations (id, kind, started_at, finished_at, failed) VALUES (gen_random_uuid(), $1, now() - $2 * interval '1 hour', now() - $3::int * interval '1 hour', $4)`,
        [kind, began, ended, count],
      );
    await add('full', 60, null, 0);
    expect(await ago()).toBeGreaterThan(59 * 3_600);
    await add('full', 31, 30, 2);
    await add('full', 6, null, 7);
    await add('admin', 2, 1, 9);
    expect(await ago()).toBeGreaterThan(29.9 * 3_600);
    expect(await ago()).toBeLessThan(31 * 3_600);
    expect(await failed()).toBe(2);
  });
});
