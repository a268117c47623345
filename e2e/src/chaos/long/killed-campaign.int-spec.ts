import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { seededRandom } from '@lectern/sandbox/state/seeded-random';
import { redisCommand } from '@lectern/tools/servers/redis-command';
import { callApi, patiently } from '../../testing/person.ts';
import { type RunningSystem, startSystem } from '../../testing/start-system.ts';

/*
 * Processes of the real system are killed (SIGKILL) while it sends a campaign to a provider that refuses one request in twenty and
 * cuts one in twenty after taking it; Redis forgets everything midway. No reader may get the email twice, none may be lost, and
 * the test must name each recipient whose email is uncertain.
 *
 * FAULT_SEED repeats which requests meet trouble, who is killed and after how many emails; where within its work a process is hit
 * then, is up to the machine.
 */
const READERS = 20_000;
/** The processes that are killed, and how often. The messaging service answers for campaigns, takes the provider's events and relays the outbox. */
const KILLS = { 'messaging-worker': 6, messaging: 4, gateway: 2 };
const BATCH = 50;
const EMAILS_PER_SECOND = 500;
const LIMIT_MS = 900_000;
const TEST_MS = LIMIT_MS * 2;

const random = seededRandom(process.env['FAULT_SEED']);

/** The victim and the number of emails after which it is killed, first to last. */
const planKills = (): { victim: string; after: number }[] => {
  const victims = Object.entries(KILLS).flatMap(([victim, times]) =>
    Array.from({ length: times }, () => ({ victim, place: random.next() })),
  );
  const places = victims.map(() => Math.floor(READERS * (0.03 + 0.87 * random.next())));
  return victims
    .toSorted((one, other) => one.place - other.place)
    .map(({ victim }, turn) => ({ victim, after: places.toSorted((one, other) => one - other)[turn]! }));
};

let system: RunningSystem;
let database: pg.Pool;

beforeAll(async () => {
  // Small batches, so that there are many requests to break.
  system = await startSystem({
    CAMPAIGN_BATCH: String(BATCH),
    CAMPAIGN_RATE: String(EMAILS_PER_SECOND),
    // Room for each email more than once: a second one must not push out a first.
    SANDBOX_MAILBOX_CAPACITY: String(READERS * 3),
  });
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  database.on('error', () => undefined);
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

/** Kills a process, once it is back from where an earlier kill may have sent it. */
const kill = (name: string): Promise<void> =>
  patiently(`killing ${name}`, async () => {
    const target = (await system.run()).processes.find((candidate) => candidate.name === name);
    if (target === undefined || target.pid === 0) throw new Error(`${name} does not run`);
    process.kill(target.pid, 'SIGKILL');
  });

interface LedgerRow {
  readonly email_key: string;
  readonly status: string;
}

const ledger = async (): Promise<LedgerRow[]> =>
  (
    await patiently('asking the database', () =>
      database.query<LedgerRow>(
        'SELECT email_key, status FROM messaging.email_recipients WHERE campaign_id IS NOT NULL ORDER BY email_key',
      ),
    )
  ).rows;

/** The number of recipients whose email waits, or is being posted by a live worker and may be refused. */
const openOnes = async (): Promise<number> =>
  (
    await patiently('asking the database', () =>
      database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM messaging.email_recipients
         WHERE campaign_id IS NOT NULL AND (status = 'pending' OR (status = 'sending' AND claimed_at > now() - interval '3 seconds'))`,
      ),
    )
  ).rows[0]!.count;

const mailbox = async (): Promise<string[]> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/messages?limit=1000000&fields=to`);
  // The administrator is emailed about logins.
  const { admin: administrator } = await system.run();
  return ((await answer.json()) as { to: string }[])
    .map(({ to }) => to.toLowerCase())
    .filter((to) => to !== administrator.email);
};

const emailsTaken = async (): Promise<number> => {
  const answer = await fetch(`${system.sandboxUrl}/mail/api/stats`);
  return ((await answer.json()) as { accepted: number }).accepted;
};

describe(`killing processes while a campaign is sent (FAULT_SEED=${random.seed})`, () => {
  it(
    'sends it to every reader once, or names the readers whose email is uncertain',
    async () => {
      await database.query(
        `INSERT INTO messaging.newsletter_subscribers (email, email_key) SELECT 'reader-' || n || '@example.com', 'reader-' || n || '@example.com' FROM generate_series(1, $1::int) AS n`,
        [READERS],
      );
      const faults = await fetch(`${system.sandboxUrl}/mail/api/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refuse: 0.05, acceptThenCut: 0.05, status: 503, seed: random.seed }),
      });
      expect(faults.ok).toBe(true);
      const { body: session } = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
        body: (await system.run()).admin,
      });
      const admin = <T>(method: string, path: string, body?: unknown) =>
        callApi<T>(system, method, `/api/admin/email-campaigns${path}`, {
          token: session.token,
          ...(body === undefined ? {} : { body }),
        });
      const text = {
        name: 'June news',
        subject: 'Summer debates',
        content: 'Come and **argue** with us, {{firstName|friend}}.',
        targetAudience: 'newsletter',
      };
      const { body: campaign } = await admin<{ id: string }>('POST', '', text);
      const sent = await admin<{ message: string }>('POST', `/${campaign.id}/send`);
      expect(sent).toMatchObject({
        status: 200,
        body: { message: expect.stringContaining(READERS.toLocaleString('en-US')) },
      });

      const began = Date.now();
      const kills = planKills();
      for (const [turn, { victim, after }] of kills.entries()) {
        await patiently(
          `email ${after}`,
          async () => expect(await emailsTaken()).toBeGreaterThanOrEqual(after),
          LIMIT_MS,
        );
        // Not always at the end of a request.
        await pause(Math.floor(random.next() * 300));
        await kill(victim);
        if (turn === Math.floor(kills.length / 2)) await redisCommand((await system.run()).redisUrl, 'FLUSHALL');
      }
      await patiently('posting to everybody', async () => expect(await openOnes()).toBe(0), LIMIT_MS);
      const seconds = Math.round((Date.now() - began) / 1_000);
      // Events of the provider confirm posts without a response. The rest was claimed by a process that died before it posted.
      await patiently(
        'the confirmations',
        async () => {
          const received = new Set(await mailbox());
          const unconfirmed = (await ledger()).filter(
            ({ email_key, status }) => received.has(email_key) && status !== 'sent' && status !== 'delivered',
          );
          expect(unconfirmed).toEqual([]);
        },
        LIMIT_MS,
      );
      await database.query(
        `UPDATE messaging.email_recipients SET claimed_at = now() - interval '11 minutes' WHERE status = 'sending'`,
      );
      await patiently('the end', async () =>
        expect((await admin<{ status: string }>('GET', `/${campaign.id}`)).body).toMatchObject({ status: 'sent' }),
      );

      const messages = await mailbox();
      expect(new Set(messages).size).toBe(messages.length);
      const received = new Set(messages);
      const rows = await ledger();
      expect(rows).toHaveLength(READERS);
      for (const { email_key, status } of rows)
        expect([email_key, status === 'uncertain']).toEqual([email_key, !received.has(email_key)]);
      const { body: uncertain } = await admin<{ total: number }>(
        'GET',
        `/${campaign.id}/recipients?limit=200&status=uncertain`,
      );
      expect(uncertain.total).toBe(READERS - received.size);
      process.stderr.write(
        `A campaign to ${READERS} readers, ${kills.length} processes killed: ${messages.length} emails, ${received.size} readers, ${uncertain.total} uncertain, ${seconds} s: FAULT_SEED=${random.seed}\n`,
      );
    },
    TEST_MS,
  );
});
