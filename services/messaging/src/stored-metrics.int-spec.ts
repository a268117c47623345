import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
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
        `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data, next_attempt_at, status) VALUES ($1, 'ann@example.com', 'ann@example.com', 'welcome', '{}', now() + $2::interval, $3)`,
        [key, due, status],
      );
    await add('later', '1 hour', 'pending');
    await add('failed', '-9 hours', 'failed');
    expect(await oldest()).toBe(0);
    await add('due', '-2 hours', 'pending');
    expect(await oldest()).toBeGreaterThanOrEqual(7_200);
    expect(await oldest()).toBeLessThan(9_000);
  });

  it('count by the query that scales the workers how many recipients wait', async () => {
    const workers = new URL('../../../deploy/kubernetes/components/autoscaling/workers-by-queue.yaml', import.meta.url);
    const [scaled] = parseAllDocuments(await readFile(workers, 'utf8')).map(
      (document) => document.toJS() as { spec: { triggers: { metadata: { query: string } }[] } },
    );
    const { query } = scaled!.spec.triggers[0]!.metadata;
    const waiting = async (): Promise<number> =>
      Number(Object.values((await messaging.dataSource.query<Record<string, string>[]>(query))[0]!)[0]);
    expect(await waiting()).toBe(0);
    const [campaign] = await messaging.dataSource.query<{ id: string }[]>(
      `INSERT INTO email_campaigns (name, subject, content, target_audience, status, held_until) VALUES ('Held', 'Held', 'Held', 'newsletter', 'sending', 'infinity') RETURNING id`,
    );
    await messaging.dataSource.query(
      `INSERT INTO campaign_counts (campaign_id, what, difference) VALUES ($1, 'pending', 700), ($1, 'pending', -200), ($1, 'sent', 200)`,
      [campaign!.id],
    );
    expect(await waiting()).toBe(500);
    await messaging.dataSource.query(`UPDATE email_campaigns SET status = 'paused' WHERE id = $1`, [campaign!.id]);
    expect(await waiting()).toBe(0);
  });
});
