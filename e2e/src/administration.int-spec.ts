import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { callApi, joinAs, newRegistration, patiently } from './testing/person.ts';
import { memoryOf } from './testing/process-status.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* Changes to the administrators' lists, exports of them, and the analytics, through the whole system. */
const AGENT = 'A browser of the office';

let system: RunningSystem;
let database: pg.Pool;
let token: string;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2026-09-01T03:00:00Z' });
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  token = (await callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: run.admin })).body.token;
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const admin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  callApi<T>(system, method, `/api/admin${path}`, {
    token,
    headers: { 'user-agent': AGENT },
    ...(body === undefined ? {} : { body }),
  });
const counts = async () => (await admin<Record<string, number>>('GET', '/dashboard')).body;

interface Action {
  readonly action: string;
  readonly details: Record<string, unknown>;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly adminName: string;
}

/** The recorded actions with this value among their details, once there are at least this many. */
const recorded = (value: unknown, atLeast = 1): Promise<Action[]> =>
  patiently('the record', async () => {
    const found = (await admin<Action[]>('GET', '/actions')).body.filter(({ details }) =>
      Object.values(details).includes(value),
    );
    if (found.length < atLeast) throw new Error(`${found.length} recorded`);
    return found;
  });

const someone = (): string => `person+${randomUUID().slice(0, 8)}@example.com`;
const member = (email: string, differences: object = {}) => ({
  email,
  firstName: 'Ada',
  lastName: 'Okafor',
  division: 'development',
  billingCycle: 'monthly',
  ...differences,
});
const subscribe = async (email: string): Promise<string> => {
  expect((await callApi(system, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
  return (await admin<{ id: string }[]>('GET', `/newsletter-subscribers?q=${encodeURIComponent(email)}`)).body[0]!.id;
};
const enter = async (email: string): Promise<string> => {
  const entry = {
    firstName: 'Ada',
    lastName: 'Okafor',
    email,
    events: ['prepared_speech'],
    division: 'development',
    waiver: true,
  };
  expect((await callApi(system, 'POST', '/api/tournament/register', { body: entry })).status).toBe(201);
  return (await admin<{ id: string }[]>('GET', `/tournament-registrations?q=${encodeURIComponent(email)}`)).body[0]!.id;
};
const add = async (email: string): Promise<string> => {
  const made = await admin<{ id: string }>('POST', '/debate-club-registrations', member(email));
  expect(made.status).toBe(201);
  return made.body.id;
};

describe('deleting', () => {
  it.each([
    ['debate-club-registrations', add, 'activeDebateClubMembers', 'delete_debate_club_registration'],
    ['tournament-registrations', enter, 'totalTournamentRegistrations', 'delete_tournament_registration'],
    ['newsletter-subscribers', subscribe, 'activeNewsletterSubscribers', 'delete_subscriber'],
  ] as const)(
    'from %s takes effect once, changes its count by one, and is recorded with the administrator, the action and its origin',
    async (list, make, count, action) => {
      const email = someone();
      const id = await make(email);
      const before = (await counts())[count]!;
      const answers = await Promise.all([admin('DELETE', `/${list}/${id}`), admin('DELETE', `/${list}/${id}`)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect(answers.find(({ status }) => status === 200)!.body).toEqual({
        message: expect.stringMatching(/has been deleted\.$/),
      });
      expect(await admin('DELETE', `/${list}/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await counts())[count]).toBe(before - 1);
      expect((await admin<unknown[]>('GET', `/${list}?q=${encodeURIComponent(email)}`)).body).toEqual([]);
      const actions = (await recorded(email)).filter((candidate) => candidate.action === action);
      expect(actions).toEqual([
        expect.objectContaining({
          details: expect.objectContaining({ email }),
          userAgent: AGENT,
          ipAddress: expect.stringMatching(/127\.0\.0\.1|::1/),
          adminName: expect.any(String),
        }),
      ]);
    },
  );
});

describe('a list', () => {
  it.each(['debate-club-registrations', 'tournament-registrations', 'newsletter-subscribers', 'email-campaigns'])(
    'of %s is plain without a limit, with its total as a header, and a page with one',
    async (list) => {
      const plain = await admin<unknown[]>('GET', `/${list}`);
      expect([plain.status, plain.headers.get('x-total-count')]).toEqual([200, String(plain.body.length)]);
      const page = await admin('GET', `/${list}?limit=200`);
      expect(page).toMatchObject({
        status: 200,
        body: { items: plain.body, nextCursor: null, total: plain.body.length },
      });
      expect((await admin('GET', `/${list}?limit=201`)).status).toBe(400);
    },
  );
});

describe('a registration that staff add manually', () => {
  it('names every broken field with its specified message', async () => {
    const wrong = {
      email: 'nobody',
      firstName: ' ',
      lastName: '',
      division: 'other',
      billingCycle: 'weekly',
      status: 'gone',
      billingStartDate: 'tomorrow',
    };
    const { status, body } = await admin('POST', '/debate-club-registrations', wrong);
    expect([status, body['fields']]).toEqual([
      400,
      expect.objectContaining({
        email: 'Valid email is required',
        firstName: 'First name is required',
        lastName: 'Last name is required',
        division: expect.any(String),
        billingCycle: expect.any(String),
        status: expect.any(String),
        billingStartDate: expect.any(String),
      }),
    ]);
  });
});

const LISTS =
  'registrations.debate_club_registrations, registrations.tournament_registrations, messaging.newsletter_subscribers';

/** The file byte for byte, without its mark. */
const download = async (kind: string, query = ''): Promise<{ headers: Headers; text: string }> => {
  const answer = await fetch(`${system.siteUrl}/api/admin/export/${kind}${query}`, {
    headers: { authorization: `Bearer ${token}`, 'user-agent': AGENT },
  });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return { headers: answer.headers, text: bytes.subarray(3).toString('utf8') };
};

describe('exporting a list', () => {
  beforeEach(() => emptyTables(database, LISTS));

  /** A record of such cells, in which quotes are doubled already. */
  const record = (...cells: string[]): string => `${cells.map((text) => `"${text}"`).join(',')}\r\n`;

  const CLUB_HEADINGS = record(
    ...[
      'First name',
      'Last name',
      'Email',
      'Phone',
      'Division',
      'Plan',
      'Status',
      'Experience level',
      'Goals',
      'Referral source',
      'Referral code',
    ],
    ...['Billing start date', 'Registered at', 'Stripe customer', 'Stripe subscription'],
  );

  it.each([
    ['a division', 'division=professional', [200, 200, 400, 400]],
    ['an event', `event=${randomUUID()}`, [400, 200, 400, 200]],
    ['a competition', 'competition=poetry', [400, 200, 400, 400]],
    ['a place', 'place=held', [400, 200, 400, 400]],
    ['broken rules', 'rules=broken', [400, 200, 400, 400]],
    ['a billing cycle', 'billingCycle=annual', [200, 400, 400, 400]],
    ['days of registration', 'registeredFrom=2026-09-01', [200, 200, 400, 200]],
  ])('is refused for %s where the list has none, instead of with all rows', async (_what, query, expected) => {
    const answers = await Promise.all(
      ['debate-club', 'tournaments', 'newsletter', 'bootcamp'].map((kind) =>
        fetch(`${system.siteUrl}/api/admin/export/${kind}?${query}`, {
          headers: { authorization: `Bearer ${token}`, 'user-agent': AGENT },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  it('has the order of the list, also beyond its first slice', async () => {
    await database.query(
      `INSERT INTO messaging.newsletter_subscribers (email, email_key, is_active, subscribed_at)
       SELECT address, address, true, timestamptz '2026-01-01T00:00:00Z' + number * interval '1 minute'
       FROM generate_series(1, 450) AS number, LATERAL (SELECT 'order.' || number || '@example.com') AS made (address)`,
    );
    const oldest = Array.from({ length: 450 }, (_, index) => `order.${index + 1}@example.com`);
    const addresses = ({ text }: { text: string }) => text.match(/order\.\d+@example\.com/g);
    expect(addresses(await download('newsletter', '?sort=subscribedAt'))).toEqual(oldest);
    expect(addresses(await download('newsletter', '?sort=-subscribedAt'))).toEqual(oldest.toReversed());
    expect(addresses(await download('newsletter'))).toEqual(oldest.toReversed());
  });

  it('is a CSV file in which nothing is a formula, nothing breaks a row and nothing is lost', async () => {
    await database.query(
      `INSERT INTO registrations.debate_club_registrations
         (first_name, last_name, email, email_key, phone, division, billing_cycle, status, experience_level, goals, referral_source, billing_start_date, registered_at)
       VALUES ('=HYPERLINK("http://evil.example","x")', 'O''Neill, Émile 🎤', 'a@example.com', 'a@example.com', '+1 555 0100', 'professional', 'annual', 'active', 'advanced',
               E'Say "yes",\\r\\nand no\\nmore', '@home', '2026-01-05T08:00:00Z', '2026-01-05T08:00:00.123Z'),
              ('Bob', '-1', 'b@example.com', 'b@example.com', NULL, 'development', 'monthly', 'paused', NULL, NULL, NULL, NULL, '2026-01-04T08:00:00Z')`,
    );
    const { headers, text } = await download('debate-club');
    expect(text).toBe(
      CLUB_HEADINGS +
        record(
          ...[
            `'=HYPERLINK(""http://evil.example"",""x"")`,
            "O'Neill, Émile 🎤",
            'a@example.com',
            "'+1 555 0100",
            'professional',
            'annual',
            'active',
            'advanced',
          ],
          ...[
            'Say ""yes"",\r\nand no\nmore',
            "'@home",
            '',
            '2026-01-05T08:00:00.000Z',
            '2026-01-05T08:00:00.123Z',
            '',
            '',
          ],
        ) +
        record(
          'Bob',
          "'-1",
          'b@example.com',
          '',
          'development',
          'monthly',
          'paused',
          '',
          '',
          '',
          '',
          '',
          '2026-01-04T08:00:00.000Z',
          '',
          '',
        ),
    );
    // 3 in the morning of the first of September in London is the last of August where the association is.
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="debate-club-2026-08-31.csv"',
      'cache-control': 'no-store',
    });
  });

  it('has the columns of the table in their order, in its words, where they are named', async () => {
    await database.query(
      `INSERT INTO registrations.debate_club_registrations (first_name, last_name, email, email_key, division, billing_cycle, status, registered_at)
       VALUES ('=1+1', 'Lee', 'table@example.com', 'table@example.com', 'professional', 'annual', 'paused', '2026-01-05T03:00:00Z')`,
    );
    await database.query(
      `INSERT INTO registrations.tournament_registrations (event_id, first_name, last_name, email, email_key, division, payment_amount, registered_at)
       SELECT id, 'Ann', 'Lee', 'table@example.com', 'table@example.com', 'development', 9500, '2026-01-05T03:00:00Z'
       FROM registrations.events WHERE type = 'tournament' LIMIT 1`,
    );
    await database.query(
      `INSERT INTO messaging.newsletter_subscribers (email, email_key, is_active, source, tags, subscribed_at)
       VALUES ('table@example.com', 'table@example.com', false, 'book_fair', '["a", "b"]', '2026-01-05T03:00:00Z')`,
    );
    // The fourth of January where the association is.
    expect((await download('debate-club', '?columns=registered,name,division,billing,status')).text).toBe(
      record('Registered', 'Name', 'Division', 'Billing', 'Status') +
        record('2026-01-04', "'=1+1 Lee", 'Professional', 'Annual', 'Paused'),
    );
    expect((await download('tournaments', '?columns=name,experience,payment,amount')).text).toBe(
      record('Name', 'Experience', 'Payment', 'Amount') + record('Ann Lee', '', 'Pending', '95.00'),
    );
    expect((await download('newsletter', '?columns=email,source,tags,status,subscribed')).text).toBe(
      record('Email', 'Source', 'Tags', 'Status', 'Subscribed') +
        record('table@example.com', 'book fair', 'a, b', 'Inactive', '2026-01-04'),
    );
    const refused = await fetch(`${system.siteUrl}/api/admin/export/newsletter?columns=email,amount`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': AGENT },
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ fields: { columns: 'This list has no column “amount”' } });
  });

  it('has the people of the list as its table shows them', async () => {
    const email = someone();
    await subscribe(email);
    const columns = 'email,membership,account,from,unpaid,seen,joined';
    const lines = await patiently('the list of people', async () => {
      const { text } = await download('people', `?q=${encodeURIComponent(email)}&columns=${columns}`);
      if (!text.includes(email)) throw new Error('Not listed yet');
      return text.split('\r\n');
    });
    expect(lines).toEqual([
      '"Email","Membership","Account","Known from","Unpaid","Last seen","Since"',
      expect.stringMatching(`^"${email.replace('+', '\\+')}","","No","Newsletter","","","\\d{4}-\\d\\d-\\d\\d"$`),
      '',
    ]);
  });

  it('has the rows of the list with the same search and status, and is recorded with them', async () => {
    await database.query(
      `INSERT INTO registrations.debate_club_registrations (first_name, last_name, email, email_key, billing_cycle, status, hidden_at) VALUES
       ('Ann', 'Lee', 'ann@example.com', 'ann@example.com', 'monthly', 'active', NULL), ('Ann', 'Paused', 'p@example.com', 'p@example.com', 'monthly', 'paused', NULL),
       ('Ann', 'Hidden', 'h@example.com', 'h@example.com', 'monthly', 'active', now()), ('Bob', 'Lee', 'b@example.com', 'b@example.com', 'monthly', 'active', NULL)`,
    );
    const q = 'ann';
    const { text } = await download('debate-club', `?q=${q}&status=active`);
    expect(text.split('\r\n').map((line) => line.split(',').slice(0, 3).join(' '))).toEqual([
      '"First name" "Last name" "Email"',
      '"Ann" "Lee" "ann@example.com"',
      '',
    ]);
    expect(await recorded(q)).toContainEqual(
      expect.objectContaining({
        action: 'export_list',
        details: { list: 'debate-club', q, status: 'active' },
        userAgent: AGENT,
      }),
    );
  });

  it('exports amounts of entries as dollars, and their tournaments', async () => {
    await database.query(
      `INSERT INTO registrations.tournament_registrations
         (event_id, first_name, last_name, email, email_key, division, competitions, payment_status, payment_amount, registered_at)
       SELECT id, 'Ann', 'Lee', 'ann@example.com', 'ann@example.com', 'development', '["prepared_speech", "spontaneous_debate"]', 'paid', 4005, '2026-01-05T08:00:00Z'
       FROM registrations.events WHERE type = 'tournament' ORDER BY datetime LIMIT 1`,
    );
    const { rows } = await database.query<{ title: string; datetime: Date }>(
      `SELECT title, datetime FROM registrations.events WHERE type = 'tournament' ORDER BY datetime LIMIT 1`,
    );
    const { text } = await download('tournaments');
    expect(text).toBe(
      record(
        ...[
          'Tournament',
          'Starts at',
          'First name',
          'Last name',
          'Email',
          'Phone',
          'Division',
          'Competitions',
          'Answers',
          'Experience level',
          'Special requests',
        ],
        ...['Payment status', 'Amount (USD)', 'Waiting since', 'Registered at'],
      ) +
        record(
          ...[
            rows[0]!.title,
            rows[0]!.datetime.toISOString(),
            'Ann',
            'Lee',
            'ann@example.com',
            '',
            'development',
            'prepared_speech, spontaneous_debate',
            '',
            '',
            '',
          ],
          ...['paid', '40.05', '', '2026-01-05T08:00:00.000Z'],
        ),
    );
  });

  it('exports subscribers with their tags and states', async () => {
    await database.query(
      `INSERT INTO messaging.newsletter_subscribers (email, email_key, source, tags, is_active, unsubscribed_at, subscribed_at) VALUES
       ('ann@example.com', 'ann@example.com', 'footer', '["news", "a, b"]', true, NULL, '2026-01-05T08:00:00Z'),
       ('bob@example.com', 'bob@example.com', NULL, '[]', false, '2026-02-01T00:00:00Z', '2026-01-04T08:00:00Z')`,
    );
    expect((await download('newsletter')).text).toBe(
      record('Email', 'Source', 'Tags', 'Status', 'Subscribed at', 'Unsubscribed at') +
        record('ann@example.com', 'footer', 'news, a, b', 'active', '2026-01-05T08:00:00.000Z', '') +
        record('bob@example.com', '', '', 'inactive', '2026-01-04T08:00:00.000Z', '2026-02-01T00:00:00.000Z'),
    );
  });

  it('has only its headings when the list is empty', async () => {
    expect((await download('debate-club')).text).toBe(CLUB_HEADINGS);
  });

  it.each([
    ['a list that is none', '/export/members', 404, 'not_found'],
    ['a status that is none', '/export/newsletter?status=paused', 400, 'invalid_request'],
    ['a field that is none', '/export/newsletter?limit=5', 400, 'invalid_request'],
    ['an order that is none', '/export/newsletter?sort=email', 400, 'invalid_request'],
  ])('is refused for %s, as an error and no file', async (_what, path, status, code) => {
    const answer = await admin('GET', path);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });
});

describe('a list of many people', () => {
  const PEOPLE = 40_000;
  const MB = 1024 * 1024;
  beforeAll(async () => {
    await emptyTables(database, LISTS);
    await database.query(
      `INSERT INTO registrations.debate_club_registrations (first_name, last_name, email, email_key, billing_cycle, goals, registered_at)
       SELECT 'First' || n, 'Last', CASE n % 10 WHEN 0 THEN 'TWICE' ELSE 'twice' END || n / 10 * 10 + greatest(n % 10, 1) || '@example.com', 'x', 'monthly',
         repeat('Speak up. ', 20), timestamptz '2026-01-01' + n * interval '1 second' FROM generate_series(1, $1::int) AS n`,
      [PEOPLE],
    );
  });

  const memoryOfProcess = async (name: string): Promise<number> => {
    const found = (await system.run()).processes.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`${name} does not run`);
    return memoryOf(found.pid);
  };

  it('is exported in a bounded amount of memory', async () => {
    await download('debate-club'); // what is compiled and kept once
    const before = await Promise.all([memoryOfProcess('gateway'), memoryOfProcess('registrations')]);
    const { text } = await download('debate-club');
    expect(text.split('\r\n')).toHaveLength(PEOPLE + 2);
    const after = await Promise.all([memoryOfProcess('gateway'), memoryOfProcess('registrations')]);
    expect(after[0] - before[0]).toBeLessThan(100 * MB);
    expect(after[1] - before[1]).toBeLessThan(100 * MB);
  });

  it('gives every address once for the clipboard, in capitals or not', async () => {
    const { status, body } = await admin<{ emails: string[] }>('GET', '/debate-club-registrations/emails');
    expect([status, body.emails[0]]).toEqual([200, `TWICE${PEOPLE + 1}@example.com`]);
    expect(new Set(body.emails.map((email) => email.toLowerCase())).size).toBe(body.emails.length);
    expect(body.emails.length).toBe((PEOPLE / 10) * 9 + 1);
  });
});

describe('the analytics', () => {
  interface Months {
    readonly months: {
      month: string;
      active: number;
      joined: number;
      net: number;
      charged: number;
      products: Record<string, { net: number }>;
    }[];
  }

  it('count new members and payments by month in the association’s time zone', async () => {
    const months = async (which: string) => (await admin<Months>('GET', `/analytics/${which}`)).body.months;
    const [members, revenue] = [await months('members'), await months('revenue')];
    // August has not ended there.
    for (const each of [members, revenue])
      expect([each.length, each[0]!.month, each.at(-1)!.month]).toEqual([12, '2025-09', '2026-08']);
    await joinAs(system, newRegistration());
    await patiently('the payment', async () =>
      expect((await months('revenue')).at(-1)!.net).toBe(revenue.at(-1)!.net + 9_500),
    );
    const now = { members: await months('members'), revenue: await months('revenue') };
    expect(now.members.at(-1)).toMatchObject({
      active: members.at(-1)!.active + 1,
      joined: members.at(-1)!.joined + 1,
    });
    expect(now.revenue.at(-1)!.products['memberships']!.net).toBe(now.revenue.at(-1)!.net);
    expect(now.members.slice(0, -1)).toEqual(members.slice(0, -1));
  });

  it('are refused for invalid months, in the wrong order, or too many', async () => {
    for (const query of ['from=2026-13', 'from=2026-05&to=2026-04', 'months=0', 'months=121', 'from=2001-01']) {
      expect(await admin('GET', `/analytics/members?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
    expect((await admin<Months>('GET', '/analytics/revenue?from=2026-01&to=2026-01')).body.months).toMatchObject([
      { month: '2026-01', charged: 0 },
    ]);
  });
});
