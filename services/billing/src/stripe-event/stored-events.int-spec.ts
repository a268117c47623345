import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilNoneLeft } from '@lectern/test-kit/until';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';
import { forgetStripeEvents } from './forget-stripe-events.job.ts';
import { StripeEventRepository } from './stripe-event.repository.ts';

const DAY_MS = 24 * 3_600_000;

let system: TestBilling;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.close());
beforeEach(() => system.database.query('DELETE FROM stripe_events'));

/** A type that the provider does not send during this test. */
const TYPE = 'test.event';

/** Events that came so long ago, about nobody; unprocessed ones are not due. Returns their ids. */
const came = async (daysAgo: number, { isProcessed = true, count = 1 } = {}): Promise<string[]> => {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const rows = await system.database.query<{ id: string }[]>(
    `INSERT INTO stripe_events (id, type, created_at, received_at, next_attempt_at, processed_at)
     SELECT $1 || number, $5, $2, $2, '2999-01-01', CASE WHEN $3 THEN $2::timestamptz END FROM generate_series(1, $4::int) AS number RETURNING id`,
    [`evt_${randomUUID()}_`, at, isProcessed, count, TYPE],
  );
  return rows.map(({ id }) => id);
};
const left = async (): Promise<string[]> =>
  (
    await system.database.query<{ id: string }[]>('SELECT id FROM stripe_events WHERE type = $1 ORDER BY received_at', [
      TYPE,
    ])
  ).map(({ id }) => id);
const forgotten = async (): Promise<void> => {
  const [mark] = await came(400);
  await system.wake(forgetStripeEvents);
  await untilNoneLeft('the job to have run', async () => (await left()).filter((id) => id === mark).length);
};

describe('the record of an event of the provider', () => {
  it('is kept for ninety days, and for as long as it waits', async () => {
    const waits = await came(91, { isProcessed: false });
    await came(91);
    const young = await came(89);
    await forgotten();
    expect(await left()).toEqual([...waits, ...young]);
  });

  it('is forgotten in batches, all of what is due', async () => {
    await came(91, { count: 1_201 });
    await system.wake(forgetStripeEvents);
    await untilNoneLeft('all to be forgotten', async () => (await left()).length);
  });
});

describe('stored events', () => {
  it('wait while any of them does', async () => {
    const events = new StripeEventRepository(system.database);
    const [waits, done] = [(await came(1, { isProcessed: false }))[0]!, (await came(1))[0]!];
    expect(await events.isAnyWaiting([done, waits])).toBe(true);
    expect(await events.isAnyWaiting([done])).toBe(false);
    expect(await events.isAnyWaiting([])).toBe(false);
  });
});
