import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { redisCommand } from '@lectern/tools/servers/redis-command';
import { callApi, patiently } from './testing/person.ts';
import { seededRandom } from './testing/seeded-random.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/*
 * Processes of the real system are killed (SIGKILL) while it sends a campaign to a provider that refuses one request in twenty and
 * cuts one in twenty after taking it; Redis forgets everything midway. No reader may get the letter twice, none may be lost, and
 * whoever's letter is not known of must be named.
 */
const READERS = 3_000;
const KILLS = 6;
const VICTIMS = ['messaging-worker', 'messaging-worker', 'messaging', 'messaging-worker', 'gateway', 'messaging-worker'];

const random = seededRandom(process.env['LECTERN_SEED']);

let system: RunningSystem;
let database: pg.Pool;

beforeAll(async () => {
  // Small batches, so that there are many requests to break.
  system = await startSystem({ CAMPAIGN_BATCH: '20', CAMPAIGN_RATE: '300' });
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  database.on('error', () => undefined);
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const kill = async (name: string): Promise<void> => {
  const target = (await system.run()).processes.find((candidate) => candidate.name === name);
  // One that was killed a moment ago may still be on its way back.
  if (target !== undefined && target.pid !== 0) process.kill(target.pid, 'SIGKILL');
};

interface LedgerRow {
  readonly email_key: string;
  readonly status: string;
}

const ledger = async (): Promise<LedgerRow[]> =>
  (await patiently('asking the database', () => database.query<LedgerRow>('SELECT email_key, status FROM messaging.email_recipients ORDER BY email_key'))).rows;

const openOnes = async (): Promise<number> => (await ledger()).filter(({ status }) => status === 'pending').length;

const mailbox = async (): Promise<string[]> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?limit=100000&fields=to`);
  return ((await answer.json()) as { to: string }[]).map(({ to }) => to.toLowerCase());
};

describe(`killing processes while a campaign is sent (seed ${random.seed})`, () => {
  it('sends it to every reader once, or says of whom it does not know', async () => {
    await database.query(
      `INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT 'reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
      [READERS],
    );
    const faults = await fetch(`${system.sandboxUrl}/mail/api/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refuse: 0.05, acceptThenCut: 0.05, status: 503 }),
    });
    expect(faults.ok).toBe(true);
    const { body: session } = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: (await system.run()).admin });
    const admin = <T>(method: string, path: string, body?: unknown) => callApi<T>(system, method, `/api/admin/email-campaigns${path}`, { token: session.token, ...(body === undefined ? {} : { body }) });
    const text = { name: 'June news', subject: 'Summer debates', content: 'Come and **argue** with us, {{firstName|friend}}.', targetAudience: 'newsletter' };
    const { body: campaign } = await admin<{ id: string }>('POST', '', text);
    const sent = await admin<{ message: string }>('POST', `/${campaign.id}/send`);
    expect(sent).toMatchObject({ status: 200, body: { message: expect.stringContaining('3,000') } });

    for (let turn = 0; turn < KILLS; turn += 1) {
      // The kill comes somewhere within the sending; what is checked does not depend on where.
      await pause(300 + Math.floor(random.next() * 1_500));
      await kill(VICTIMS[turn % VICTIMS.length]!);
      if (turn === 2) {
        await redisCommand((await system.run()).redisUrl, 'FLUSHALL');
      }
    }
    await patiently('posting to everybody', async () => expect(await openOnes()).toBe(0), 150_000);
    // Events of the provider prove what was taken without an answer. What is left was claimed by a process that died before it posted.
    await patiently('the proofs', async () => {
      const received = new Set(await mailbox());
      const unproven = (await ledger()).filter(({ email_key, status }) => received.has(email_key) && status !== 'sent' && status !== 'delivered');
      expect(unproven).toEqual([]);
    });
    await database.query(`UPDATE messaging.email_recipients SET claimed_at = now() - interval '11 minutes' WHERE status = 'sending'`);
    await patiently('the end', async () => expect((await admin<{ status: string }>('GET', `/${campaign.id}`)).body).toMatchObject({ status: 'sent' }));

    const letters = await mailbox();
    expect(new Set(letters).size).toBe(letters.length);
    const received = new Set(letters);
    const rows = await ledger();
    expect(rows).toHaveLength(READERS);
    for (const { email_key, status } of rows) expect([email_key, status === 'uncertain']).toEqual([email_key, !received.has(email_key)]);
    const { body: uncertain } = await admin<{ total: number }>('GET', `/${campaign.id}/recipients?limit=200&status=uncertain`);
    expect(uncertain.total).toBe(READERS - received.size);
  });
});
