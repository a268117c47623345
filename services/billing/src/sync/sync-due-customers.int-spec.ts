import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '@lectern/test-kit/until';
import { syncDueCustomers } from '../jobs.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

const CUSTOMERS = 12;

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling({ replicas: 0 });
});

afterAll(() => system.close());

const due = async (): Promise<number> => {
  const [row] = await system.database.query<[{ due: number }]>('SELECT count(sync_due_at)::int AS due FROM customers');
  return row.due;
};

it('ends between two customers when its process stops, and goes on with the next process', async () => {
  const first = await system.startReplica();
  await system.database.query(
    `INSERT INTO customers (id, email, email_key, sync_due_at)
     SELECT 'cus_due_' || n, n || '@example.com', n || '@example.com', $2 FROM generate_series(1, $1::int) AS n`,
    [CUSTOMERS, new Date()],
  );
  await system.faults('api', { delayMs: 300 });
  await system.wake(syncDueCustomers);
  await until('a customer to be synced', async () => (await due()) < CUSTOMERS);
  await first.close();
  expect(await due()).toBeGreaterThan(0);

  await system.faults('api', {});
  await system.startReplica();
  await system.wake(syncDueCustomers);
  await until('all others to be synced', async () => (await due()) === 0);
});
