import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricAt } from '@lectern/service-kit/testing/metric-at';
import { type RunningMessaging, startMessaging } from './testing/running-messaging.ts';

describe('messaging’s metrics of its database', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());

  it('report how long the longest waiting email has been due', async () => {
    const oldest = (): Promise<number> => metricAt(messaging.opsPort, 'lectern_emails_oldest_due_seconds');
    expect(await oldest()).toBe(0);
    const add = (key: string, due: string, status: string): Promise<unknown> =>
      messaging.dataSource.query(
        `INSERT INTO emails (dedupe_key, "to", template, data, next_attempt_at, status) VALUES ($1, 'ann@example.com', 'welcome', '{}', now() + $2::interval, $3)`,
        [key, due, status],
      );
    await add('later', '1 hour', 'pending');
    await add('failed', '-9 hours', 'failed');
    expect(await oldest()).toBe(0);
    await add('due', '-2 hours', 'pending');
    expect(await oldest()).toBeGreaterThanOrEqual(7_200);
    expect(await oldest()).toBeLessThan(9_000);
  });
});
