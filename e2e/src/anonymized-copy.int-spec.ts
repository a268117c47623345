import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { callApi, logInPerson, newRegistration, patiently, payAt, registerPerson } from './testing/person.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* A copy for testing, of a system that people used: it contains no personal data, and the system runs on it. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];

const person = {
  ...newRegistration(),
  email: 'Zubaida.Quartermaine@mailbox.example',
  firstName: 'Zubaida',
  lastName: 'Quartermaine Xu',
};
const BROWSER = 'Netscape/4.79 of somebody';
const TYPED = {
  phone: '+49 170 5550123',
  wish: 'A chair with wheels, please, at the window',
  message: 'My neighbor Ignatius mentioned your evenings',
  other: 'Ignatius.Featherstonehaugh@mailbox.example',
};
/** Words of them that the copy must not contain, in any letter case. */
const wordsOf = (): string[] => [
  'zubaida',
  'quartermaine',
  'ignatius',
  'featherstonehaugh',
  'mailbox.example',
  'netscape',
  '5550123',
  'chair with wheels',
];

let original: TestDatabase;
let copy: string;
let urls: Record<string, string>;
let found: { ids: string[]; counts: Map<string, number>; joined: number };

beforeAll(async () => {
  original = await createTestDatabase();
  copy = `${original.name}_copy`;
});
afterAll(async () => {
  await inDatabase('postgres', (client) => client.query(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`));
  await original.drop();
});

const addressOf = (database: string, url = original.adminUrl): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;
const inDatabase = async <T>(database: string, ask: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: addressOf(database) });
  await client.connect();
  return ask(client).finally(() => client.end());
};
const tablesOf = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY($1)`,
      [SERVICES],
    )
  ).rows.map(({ name }) => name);
/** Every row of every table, as text. */
const rowsOf = async (client: pg.Client): Promise<{ table: string; row: string }[]> => {
  const found: { table: string; row: string }[] = [];
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ row: string }>(`SELECT one::text AS row FROM ${table} one`);
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
};
const countsOf = async (client: pg.Client): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const table of await tablesOf(client))
    counts.set(table, Number((await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`)).rows[0]!.count));
  return counts;
};
/** How many people are the same one in four services. */
const joinedIn = async (client: pg.Client): Promise<number> =>
  Number(
    (
      await client.query<{ count: string }>(
        `SELECT count(*) FROM identity.users u
         JOIN billing.customers c ON c.user_id = u.id AND c.email_key = u.email_key AND c.first_name = u.first_name AND c.id = u.stripe_customer_id
         JOIN billing.subscriptions s ON s.customer_id = c.id AND s.id = u.stripe_subscription_id
         JOIN registrations.accounts a ON a.user_id = u.id AND a.email_key = u.email_key AND a.last_name = u.last_name
         JOIN registrations.tournament_registrations t ON t.email_key = u.email_key
         JOIN messaging.contact_messages m ON lower(m.email) = u.email_key AND m.name = u.first_name || ' ' || u.last_name
         JOIN messaging.email_recipients l ON l.email_key = u.email_key AND l.template LIKE '%welcome%'`,
      )
    ).rows[0]!.count,
  );

const anonymize = async (database: string) => {
  const tsx = createRequire(import.meta.url).resolve('tsx/cli');
  const services = Object.fromEntries(
    SERVICES.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, urls[service]]),
  );
  const env = {
    ...process.env,
    DEPLOYMENT: 'local',
    DATABASE_ADMIN_URL: original.adminUrl,
    ...services,
    NODE_OPTIONS: '',
  };
  return promisify(execFile)(process.execPath, [tsx, 'tools/src/admin/anonymize.ts', database], {
    cwd: ROOT,
    env,
    timeout: 100_000,
  }).then(
    ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      said: error.stdout + error.stderr,
    }),
  );
};

const use = async (system: RunningSystem): Promise<void> => {
  const post = async (path: string, body: unknown, token?: string) => {
    const answer = await callApi(system, 'POST', path, {
      body,
      headers: { 'user-agent': BROWSER },
      ...(token !== undefined && { token }),
    });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await payAt(await registerPerson(system, person));
  const token = await logInPerson(system, person);
  await post('/api/tournament/register', {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: TYPED.phone,
    accommodations: TYPED.wish,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  });
  await post('/api/contact', {
    name: `${person.firstName} ${person.lastName}`,
    email: person.email,
    message: TYPED.message,
  });
  await post('/api/newsletter', { email: TYPED.other });
  await post('/api/starter-kit', { email: TYPED.other });
  await post('/api/auth/reset-password', { email: person.email });
  await callApi(system, 'POST', '/api/calendar-feed', { token });
  const run = await system.run();
  const admin = (await post('/api/admin/login', run.admin))['token'] as string;
  const database = original.name;
  await patiently('every event to be published', async () => {
    expect(await inDatabase(database, joinedIn)).toBe(1);
    const waiting = await inDatabase(database, (client) =>
      client.query(`SELECT FROM messaging.email_recipients WHERE status IN ('pending', 'sending')`),
    );
    expect(waiting.rowCount).toBe(0);
  });
  expect((await callApi(system, 'GET', `/api/admin/actions`, { token: admin })).status).toBe(200);
};

describe('a copy for testing', () => {
  it('is made of real use', async () => {
    const system = await startSystem({ DATABASE_URL: original.adminUrl });
    try {
      urls = (await system.run()).database.urls;
      await use(system);
      expect(await anonymize(original.name)).toEqual({
        status: 1,
        said: expect.stringContaining('is the database that serves. Nothing was changed'),
      });
    } finally {
      await system.stop();
    }
    await inDatabase(original.name, async (client) => {
      const rows = await rowsOf(client);
      for (const word of wordsOf())
        expect({ word, isThere: rows.some(({ row }) => row.toLowerCase().includes(word)) }).toEqual({
          word,
          isThere: true,
        });
      const text = rows.map(({ row }) => row).join('\n');
      const secrets = await client.query<{ secret: string }>(
        `SELECT password_hash AS secret FROM identity.users UNION ALL SELECT password_hash FROM identity.admins UNION ALL SELECT token_hash FROM identity.account_tokens
         UNION ALL SELECT feed_id::text FROM registrations.calendar_feeds UNION ALL SELECT pay_key::text FROM registrations.tournament_registrations
         UNION ALL SELECT referral_code FROM identity.users`,
      );
      found = {
        ids: [
          ...new Set([
            ...(text.match(/\b(?:cus|sub|in|pi|cs|ch|evt)_\w{6,}/g) ?? []),
            ...secrets.rows.flatMap(({ secret }) => (secret === null ? [] : [secret])),
          ]),
        ],
        counts: await countsOf(client),
        joined: await joinedIn(client),
      };
    });
    expect(found.ids.length).toBeGreaterThan(8);
  });

  it('is refused of a database without the mark, and of one that is in use', async () => {
    await inDatabase('postgres', (client) => client.query(`CREATE DATABASE ${copy} TEMPLATE ${original.name}`));
    expect(await anonymize(copy)).toEqual({
      status: 1,
      said: expect.stringContaining('is not marked as a copy to be anonymized'),
    });
    await inDatabase('postgres', (client) =>
      client.query(`COMMENT ON DATABASE ${copy} IS 'lectern: a copy to be anonymized'`),
    );
    await inDatabase(copy, async () =>
      expect(await anonymize(copy)).toEqual({ status: 1, said: expect.stringContaining('is in use by 1 others') }),
    );
    expect(await anonymize('No database')).toEqual({ status: 1, said: expect.stringContaining('Name one database') });
    await inDatabase(copy, async (client) => expect(await joinedIn(client)).toBe(1));
  });

  it('names no person in any column of any table, and has as many rows as before', async () => {
    expect(await anonymize(copy)).toEqual({ status: 0, said: expect.stringContaining('content: anonymized') });
    await inDatabase(copy, async (client) => {
      const rows = await rowsOf(client);
      const reported = [...wordsOf(), ...found.ids.map((id) => id.toLowerCase())];
      expect(rows.filter(({ row }) => reported.some((word) => row.toLowerCase().includes(word)))).toEqual([]);
      const addresses = rows.flatMap(({ table, row }) =>
        [...row.matchAll(/(?<![\w.+-])[\w.+-]{1,64}@[\w.-]+/g)].map(([address]) => ({ table, address })),
      );
      expect(addresses.filter(({ address }) => !address.endsWith('@example.test'))).toEqual([]);
      const emptied = [
        'outbox',
        'inbox',
        'relay_state',
        'account_tokens',
        'link_requests',
        'sessions',
        'stripe_events',
        'idempotent_requests',
        'contact_changes',
        'person_changes',
        'person_record_changes',
        'listed_people',
        'reconciliation_differences',
      ];
      const counts = await countsOf(client);
      const differing = [...found.counts]
        .filter(([table, count]) => counts.get(table) !== count)
        .map(([table]) => table.split('.')[1]!);
      expect(differing.filter((table) => !emptied.includes(table) && !/_counts$/.test(table))).toEqual([]);
      expect(await joinedIn(client)).toBe(found.joined);
    });
    // The mark of an anonymized copy stays, so it is not anonymized again.
    expect(await anonymize(copy)).toEqual({ status: 1, said: expect.stringContaining('is not marked') });
  });

  it('differs from another copy of the same, so that neither says who is who', async () => {
    const keyed = (client: pg.Client) => client.query<{ email: string }>('SELECT email FROM identity.users');
    const [first] = (await inDatabase(copy, keyed)).rows;
    await inDatabase('postgres', (client) => client.query(`CREATE DATABASE ${copy}_2 TEMPLATE ${original.name}`));
    await inDatabase('postgres', (client) =>
      client.query(`COMMENT ON DATABASE ${copy}_2 IS 'lectern: a copy to be anonymized'`),
    );
    expect((await anonymize(`${copy}_2`)).status).toBe(0);
    const [second] = (await inDatabase(`${copy}_2`, keyed)).rows;
    await inDatabase('postgres', (client) => client.query(`DROP DATABASE ${copy}_2 WITH (FORCE)`));
    expect(second!.email).toMatch(/^person-[0-9a-f]{16}@example\.test$/);
    expect(second!.email).not.toBe(first!.email);
  });

  it('runs the system, with an administrator of its own', async () => {
    const system = await startSystem({ DATABASE_URL: addressOf(copy) });
    try {
      const [email, password] = ['tester@association.example', 'seventeen quiet llamas'];
      const child = spawn(process.execPath, ['services/operator/dist/main.js', 'create-administrator', email], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], DATA_DIR: system.dataDir },
      });
      child.stdin.end(password);
      expect((await once(child, 'close'))[0]).toBe(0);
      const { status, body } = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', {
        body: { email, password },
      });
      expect(status).toBe(200);
      const people = await callApi(system, 'GET', '/api/admin/tournament-registrations', { token: body.token });
      expect([people.status, JSON.stringify(people.body)]).toEqual([
        200,
        expect.stringMatching(/person-[0-9a-f]{16}@example\.test/),
      ]);
      expect(
        (await callApi(system, 'POST', '/api/auth/login', { body: { email: person.email, password: person.password } }))
          .status,
      ).toBe(401);
      const [member] = (
        await inDatabase(copy, (client) => client.query<{ email: string }>('SELECT email FROM identity.users'))
      ).rows;
      expect(
        (
          await callApi(system, 'POST', '/api/auth/login', {
            body: { email: member!.email, password: person.password },
          })
        ).status,
      ).toBe(401);
      expect((await callApi(system, 'GET', '/api/health')).status).toBe(200);
    } finally {
      await system.stop();
    }
  });
});
