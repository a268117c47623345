import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { startSandbox, type Sandbox } from '@lectern/sandbox/sandbox';
import { until } from '@lectern/test-kit/until';
import { type RunningContent, startContent } from '../testing/running-content.ts';

const MEETINGS = 12;

let sandbox: Sandbox;
let content: RunningContent;
let database: pg.Client;

beforeAll(async () => {
  sandbox = await startSandbox({});
  content = await startContent(
    {},
    {
      ZOOM_ACCOUNT_ID: 'zoom_sandbox',
      ZOOM_CLIENT_ID: 'zoom_sandbox_client',
      ZOOM_CLIENT_SECRET: 'zoom_sandbox_secret',
      ZOOM_WEBHOOK_SECRET: 'stopped-jobs-spec',
      ZOOM_API_URL: sandbox.url,
      ZOOM_MEETING_ID: '81234567890',
    },
  );
  database = new pg.Client({ connectionString: content.adminUrl });
  await database.connect();
  await until(
    'the first comparison',
    async () => (await count('recording_syncs WHERE completed_at IS NOT NULL')) === 1,
  );
});

afterAll(async () => {
  await database.end();
  await content.stop();
  await sandbox.close();
});

const count = async (rows: string): Promise<number> => {
  const answer = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM content.${rows}`);
  return answer.rows[0]!.count;
};

const delayAnswers = async (delayMs: number): Promise<void> => {
  await fetch(`${sandbox.url}/zoom/test_helpers/api`, { method: 'POST', body: JSON.stringify({ delayMs }) });
};

it('ends the work on stored events between two meetings when its process stops, and goes on with the next one', async () => {
  const waiting = (): Promise<number> => count('zoom_events WHERE processed_at IS NULL');
  await content.stopReplicas();
  await database.query(
    `INSERT INTO content.zoom_events (digest, type, meeting_uuid, received_at, next_attempt_at)
     SELECT n::text, 'recording.renamed', 'meeting ' || n, now(), now() FROM generate_series(1, $1::int) AS n`,
    [MEETINGS],
  );
  await delayAnswers(300);
  await content.start();
  await until('a meeting to be synchronized', async () => (await waiting()) < MEETINGS);
  await content.stopReplicas();
  expect(await waiting()).toBeGreaterThan(0);

  await delayAnswers(0);
  await content.start();
  await until('all others to be synchronized', async () => (await waiting()) === 0);
});

it('ends the comparison with Zoom between two meetings, and is not done then', async () => {
  const ours = (): Promise<number> => count('zoom_recordings');
  await content.stopReplicas();
  await database.query('UPDATE content.recording_syncs SET completed_at = NULL');
  await database.query(
    `INSERT INTO content.zoom_recordings (zoom_meeting_id, zoom_meeting_uuid, topic, start_time, duration)
     SELECT n::text, 'gone ' || n, 'A session', now() - interval '2 days', 60 FROM generate_series(1, $1::int) AS n`,
    [MEETINGS],
  );
  await delayAnswers(300);
  await content.start();
  await until('a recording to be removed', async () => (await ours()) < MEETINGS);
  await content.stopReplicas();
  expect(await ours()).toBeGreaterThan(0);
  expect(await count('recording_syncs WHERE completed_at IS NOT NULL')).toBe(0);

  await delayAnswers(0);
  await content.start();
  await until(
    'the comparison to be done',
    async () => (await count('recording_syncs WHERE completed_at IS NOT NULL')) === 1,
  );
  expect(await ours()).toBe(0);
});
