import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { tokenTo } from './testing/mailbox.ts';
import { callApi, logInPerson, newRegistration, patiently, payAt, registerPerson } from './testing/person.ts';
import { atProvider } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

let system: RunningSystem;
let database: pg.Pool;
let memberToken: string;
let adminToken: string;

beforeAll(async () => {
  // Limits low enough to be reached on purpose and high enough not to be in the way.
  system = await startSystem({ RATE_LIMIT_SCALE: '10' });
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  const member = newRegistration();
  await registerPerson(system, member);
  memberToken = await logInPerson(system, member);
  const admin = await callApi<{ token: string }>(system, 'POST', '/api/admin/login', { body: run.admin });
  adminToken = admin.body.token;
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const api = <T = Record<string, unknown>>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) =>
  callApi<T>(system, method, path, options);

const users = async (): Promise<number> =>
  (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM identity.users')).rows[0]?.count ?? -1;

const anError = (code: string) => ({
  code,
  message: expect.any(String),
  correlationId: expect.stringMatching(/^[\w-]{36}$/),
});

describe('the edge', () => {
  it('is healthy', async () => {
    expect(await api('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('names every broken field with its specified message, and writes nothing', async () => {
    const before = await users();
    const answer = await api('POST', '/api/register-and-subscribe', {
      body: { ...newRegistration(), email: 'x', firstName: ' ', password: 'short', confirmPassword: 'other' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      ...anError('invalid_request'),
      fields: {
        confirmPassword: "Passwords don't match",
        email: 'Please enter a valid email address',
        firstName: 'First name is required',
        password: 'Password must be at least 8 characters',
      },
    });
    expect(await users()).toBe(before);
  });

  it('refuses fields that the contract does not name', async () => {
    const before = await users();
    const answer = await api('POST', '/api/register-and-subscribe', {
      body: { ...newRegistration(), subscriptionStatus: 'active' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { subscriptionStatus: 'Unknown field' } },
    });
    expect(await users()).toBe(before);
  });

  it('refuses a return address that is not this site’s', async () => {
    const answer = await api('POST', '/api/subscription/checkout', {
      token: memberToken,
      body: { plan: 'monthly', successUrl: 'https://evil.example/' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'redirect_not_allowed' } });
  });

  it.each([
    ['a backslash', (site: string) => `${site}\\@other.example/`],
    ['backslashes for slashes', (site: string) => site.replace('//', '\\\\')],
    ['no slashes', (site: string) => site.replace('//', '')],
    ['a third slash', (site: string) => site.replace('//', '///')],
    ['a space before it', (site: string) => ` ${site}/`],
    ['a tab before it', (site: string) => `\t${site}/`],
    ['a line break in it', (site: string) => `${site}/sub\r\nscribe`],
    ['a control character after it', (site: string) => `${site}/\u0001`],
  ])('refuses a return address that others may read differently: %s', async (_what, written) => {
    const asked = written(new URL(system.siteUrl).origin);
    const answers = await Promise.all(
      [{ successUrl: asked }, { cancelUrl: asked }].map((body) =>
        api('POST', '/api/subscription/checkout', { token: memberToken, body: { plan: 'monthly', ...body } }),
      ),
    );
    expect(answers).toEqual([
      expect.objectContaining({
        status: 400,
        body: expect.objectContaining({ fields: { successUrl: expect.any(String) } }),
      }),
      expect.objectContaining({
        status: 400,
        body: expect.objectContaining({ fields: { cancelUrl: expect.any(String) } }),
      }),
    ]);
  });

  it('refuses an unknown price', async () => {
    const answer = await api('POST', '/api/create-subscription', {
      body: { priceId: 'price_unknown', customerEmail: 'a@example.com' },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'price_unknown' } });
  });

  it.each([
    ['no JSON', '{"email":', 400, 'malformed_body'],
    ['a body of more than 100 KB', JSON.stringify({ email: 'a'.repeat(110 * 1024) }), 413, 'body_too_large'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await api('POST', '/api/auth/login', { body });
    expect(answer).toMatchObject({ status, body: anError(code) });
  });

  it.each([
    ['says its length', 'content-length: 400000', '', ''],
    ['grows past it', 'transfer-encoding: chunked', '30d40\r\n', '\r\n'],
  ])(
    'reads the rest of a body that %s, so that its sender receives the reason',
    async (_how, length, before, after) => {
      const half = before + 'a'.repeat(200_000) + after;
      const { hostname, port } = new URL(system.siteUrl);
      const socket = connect(Number(port), hostname);
      const pieces = socket.iterator() as AsyncIterator<Buffer>;
      let said = '';
      const statuses = () => [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      const answered = async (count: number): Promise<void> => {
        while (statuses().length < count) {
          const next = await pieces.next();
          if (next.done === true) return;
          said += next.value.toString('latin1');
        }
      };
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n${length}\r\n\r\n${half}`,
      );
      await answered(1);
      // A connection that had been closed on what is still on its way would be reset, the answer with it.
      socket.write(
        `${half}${before === '' ? '' : '0\r\n\r\n'}GET /api/health HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`,
      );
      await answered(2);
      socket.destroy();
      expect(statuses()).toEqual(['413', '200']);
    },
  );

  it('answers 404 as an error for an unknown route, and as a page for an unknown page', async () => {
    expect(await api('GET', '/api/nothing/here')).toMatchObject({ status: 404, body: anError('route_unknown') });
    const page = await api<string>('GET', '/nothing/here');
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await api('GET', '/register')).status).toBe(200);
  });

  it('does not show the owner of a checkout to another person, and answers 404 for an unknown one', async () => {
    const other = newRegistration();
    const checkoutUrl = await registerPerson(system, other);
    const path = `/api/checkout-sessions/${checkoutUrl.split('/').at(-1) ?? ''}`;
    expect(await api('GET', path, { token: memberToken })).toEqual(
      expect.objectContaining({
        status: 200,
        body: { status: 'open', plan: other.plan, amount: 9_500, customerEmail: null, hasAccount: false },
      }),
    );
    expect(await api('GET', path, { token: await logInPerson(system, other) })).toMatchObject({
      status: 200,
      body: { status: 'open', customerEmail: other.email },
    });
    expect(await api('GET', '/api/checkout-sessions/cs_test_unknown')).toMatchObject({
      status: 404,
      body: anError('checkout_unknown'),
    });
    expect(await api('GET', '/api/checkout-sessions/..%2f..%2fetc')).toMatchObject({ status: 400 });
  });

  it('answers 409 for an address that has an account with another password', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    const again = await api('POST', '/api/register-and-subscribe', {
      body: { ...person, password: 'another password', confirmPassword: 'another password' },
    });
    expect(again).toMatchObject({ status: 409, body: anError('email_taken') });
  });

  it('refuses webhooks that are unsigned or signed with another key', async () => {
    const body = { id: 'evt_1', type: 'x', data: { object: {} } };
    expect(await api('POST', '/api/webhooks/stripe', { body })).toMatchObject({
      status: 400,
      body: anError('signature_invalid'),
    });
    const forged = { 'stripe-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` };
    expect(await api('POST', '/api/webhooks/stripe', { body, headers: forged })).toMatchObject({
      status: 400,
      body: anError('signature_invalid'),
    });
    // Before its body is parsed by its content type.
    const unread = await fetch(`${system.siteUrl}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...forged },
      body: '{',
    });
    expect([unread.status, await unread.json()]).toEqual([400, expect.objectContaining({ code: 'signature_invalid' })]);
    expect(await api('POST', '/api/webhooks/sendgrid', { body: [] })).toMatchObject({
      status: 400,
      body: anError('signature_invalid'),
    });
    expect(await api('POST', '/api/webhooks/zoom', { body })).toMatchObject({
      status: 400,
      body: anError('signature_invalid'),
    });
  });

  it('carries safe headers and a correlation id', async () => {
    const { headers } = await api('GET', '/api/programs');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('x-correlation-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    // "a", written as its code
    for (const path of ['/%61pi/programs', '/api/nothing'])
      expect((await api('GET', path)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('an administrator’s action', () => {
  it('is recorded with the administrator, the action and its origin, also where another service does it', async () => {
    const code = `EDGE${Math.floor(Math.random() * 1e6)}`;
    const form = { code, name: 'At the edge', discountType: 'percentage', discountValue: 10 };
    const made = await api<{ id: string }>('POST', '/api/admin/promo-codes', { token: adminToken, body: form });
    expect(made.status).toBe(201);
    // A repeated request makes and records nothing more.
    expect(await api('POST', '/api/admin/promo-codes', { token: adminToken, body: form })).toMatchObject({
      status: 201,
      body: { id: made.body.id },
    });
    const other = { ...form, discountValue: 20 };
    expect(await api('POST', '/api/admin/promo-codes', { token: adminToken, body: other })).toMatchObject({
      status: 409,
      body: { code: 'promo_code_taken' },
    });
    const actions = await patiently('looking for the record', async () => {
      const { body } = await api<{ action: string; details: { code?: string }; ipAddress: string | null }[]>(
        'GET',
        '/api/admin/actions',
        { token: adminToken },
      );
      const found = body.filter(({ details }) => details.code === code);
      if (found.length === 0) throw new Error('It is not recorded yet');
      return found;
    });
    expect(actions).toEqual([
      expect.objectContaining({
        action: 'create_promo_code',
        ipAddress: expect.stringMatching(/127\.0\.0\.1|::1/),
      }),
    ]);
  });

  it.each([
    ['nothing', { discountValue: 0 }, 'discountValue', 'Discount value must be positive'],
    ['less than nothing', { discountValue: -5 }, 'discountValue', 'Discount value must be positive'],
    [
      'a part of a cent',
      { discountType: 'fixed_amount', discountValue: 10.5 },
      'discountValue',
      'Discount value must be a whole number',
    ],
    ['more than everything', { discountValue: 101 }, 'discountValue', 'Enter a percentage from 1 to 100'],
    [
      'a huge amount',
      { discountType: 'fixed_amount', discountValue: 1e12 },
      'discountValue',
      'Discount value is too large',
    ],
    ['something for nobody', { maxUses: 0 }, 'maxUses', 'Maximum uses must be at least 1'],
  ])('cannot give away %s', async (_what, wrong, field, message) => {
    const form = { code: 'WRONG', name: 'Wrong', discountType: 'percentage', discountValue: 10, ...wrong };
    expect(await api('POST', '/api/admin/promo-codes', { token: adminToken, body: form })).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    });
  });
});

describe('an outage of a service or a provider', () => {
  it('answers 503 with Retry-After within the timeout while a service does not answer, and works again after', async () => {
    const billing = (await system.run()).processes.find((candidate) => candidate.name === 'billing');
    if (billing === undefined) throw new Error('billing does not run');
    process.kill(billing.pid, 'SIGSTOP');
    try {
      const began = Date.now();
      const answer = await api('GET', '/api/programs');
      expect(answer).toMatchObject({ status: 503, body: anError('service_unavailable') });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Date.now() - began).toBeLessThan(7_000);
      expect(await api('GET', '/api/health')).toMatchObject({
        status: 503,
        body: { status: 'unavailable', failing: ['billing'] },
      });
      // Requests that do not need billing succeed.
      expect((await api('GET', '/api/blog')).status).toBe(200);
    } finally {
      process.kill(billing.pid, 'SIGCONT');
    }
    expect(
      (
        await patiently('asking again', async () => {
          const answer = await api('GET', '/api/programs');
          if (answer.status !== 200) throw new Error(String(answer.status));
          return answer;
        })
      ).status,
    ).toBe(200);
  });

  it('shows a person that the payment provider does not answer, and that nothing was charged', async () => {
    await fetch(`${system.sandboxUrl}/stripe/test_helpers/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fail: 1 }),
    });
    const answer = await api('POST', '/api/subscription/checkout', { token: memberToken, body: { plan: 'annual' } });
    await fetch(`${system.sandboxUrl}/stripe/test_helpers/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer).toMatchObject({ status: 503, body: anError('payment_provider_unavailable') });
  });
});

/*
 * A log names the failure, never the person: people do things that fail in each service, in the database and at the providers, and what they
 * typed is looked for in every log of the system.
 */
describe('a log', () => {
  /** Characters that are in no log by chance, as a name may have them. */
  const planted = `planted${[...randomUUID().replaceAll('-', '')]
    .slice(0, 10)
    .map((digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)])
    .join('')}`;
  const email = `Ada+${planted}@Example.com`;
  const password = `${planted} is my password`;
  const post = (path: string, body: unknown, token?: string) =>
    api('POST', path, { body, ...(token === undefined ? {} : { token }) });

  const logs = async (): Promise<string> => {
    const folder = join(system.dataDir, 'logs');
    return (
      await Promise.all(
        (await readdir(folder)).map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`),
      )
    ).join('\n');
  };
  const linesWith = async (text: string): Promise<string[]> =>
    (await logs()).split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()));

  it('names no person, and none of their secrets, in any log, whatever fails', async () => {
    const person = { ...newRegistration(), email, password, confirmPassword: password, firstName: `Ada${planted}` };
    await payAt(await registerPerson(system, person));
    const token = await logInPerson(system, person);

    // Violations of the database's constraints: the same address in concurrent requests, and one promo code twice.
    const another = { ...person, email: `race+${planted}@example.com` };
    await Promise.all(Array.from({ length: 4 }, () => post('/api/register-and-subscribe', another)));
    const code = { code: planted.toUpperCase(), name: planted, discountType: 'percentage' };
    for (const [discountValue, status] of [
      [10, 201],
      [20, 409],
    ] as const)
      expect((await post('/api/admin/promo-codes', { ...code, discountValue }, adminToken)).status).toBe(status);
    await expect(database.query(`SELECT '${planted}'::uuid`)).rejects.toThrow('invalid input syntax');

    // Requests that the gateway refuses, and typing errors.
    expect((await post('/api/auth/login', { email, password: `${password}, or not` })).status).toBe(401);
    expect(
      (await post('/api/contact', { name: planted, email: `${planted} at example`, message: planted })).status,
    ).toBe(400);
    expect((await callApi(system, 'GET', `/api/${planted}?q=${planted}`)).status).toBe(404);
    await post('/api/auth/reset-password', { email });
    const link = await tokenTo(system, email, '/reset-password');
    expect(
      (await post('/api/auth/reset-password/confirm', { token: link, password: 'short', confirmPassword: 'short' }))
        .status,
    ).toBe(400);

    // Requests that the provider refuses, or does not answer.
    const guest = `guest+${planted}@example.com`;
    for (const faults of [{ fail: 1 }, { rateLimit: 1 }]) {
      await atProvider(system, 'api', faults);
      expect(
        (
          await post('/api/bootcamp-checkout', {
            email: guest,
            firstName: planted,
            lastName: 'Okafor',
            experienceLevel: 'beginner',
          })
        ).status,
      ).toBe(503);
    }
    await atProvider(system, 'api', {});

    // A service that the database leaves in the middle of it.
    const { rows } = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE usename LIKE 'lectern\\_%'`,
    );
    await Promise.all([
      post('/api/newsletter', { email: `reader+${planted}@example.com` }),
      callApi(system, 'PUT', '/api/auth/update-profile', {
        token,
        body: { firstName: planted, lastName: 'Okafor', email },
      }),
      ...rows.map(({ pid }) => database.query('SELECT pg_terminate_backend($1)', [pid])),
    ]);

    await patiently('the database to have written what it ended', async () => {
      if ((await linesWith('terminating connection due to administrator command')).length === 0)
        throw new Error('not yet');
    });
    for (const secret of [planted, link]) expect(await linesWith(secret)).toEqual([]);
  });
});

describe('limits per address', () => {
  it('are answered with 429, Retry-After and a wait in words', async () => {
    const answers = await Promise.all(
      Array.from({ length: 110 }, (_, index) =>
        api('POST', '/api/newsletter', { body: { email: `reader${index}@example.com` } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]).toMatchObject({
      body: {
        ...anError('too_many_requests'),
        message: expect.stringMatching(/^Too many requests\. Please try again in a minute\.$/),
      },
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('count seats in workshops by account, as members may share a network', async () => {
    // The network has no public write left.
    expect((await api('POST', '/api/newsletter', { body: { email: 'last@example.com' } })).status).toBe(429);
    const path = '/api/workshops/00000000-0000-4000-8000-000000000000/seat';
    const other = newRegistration();
    await registerPerson(system, other);
    const otherToken = await logInPerson(system, other);
    const answers = await Promise.all(Array.from({ length: 110 }, () => api('DELETE', path, { token: memberToken })));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await api('POST', path, { token: otherToken })).status).toBe(404);
  });

  it('count all public writes together, and a refused one stores nothing', async () => {
    const email = 'later@example.com';
    for (const [path, body] of [
      ['/api/contact', { name: 'Ada', email, message: 'Ten emails at least' }],
      ['/api/newsletter', { email }],
      ['/api/starter-kit', { email }],
    ] as const) {
      const answer = await api('POST', path, { body });
      expect(answer).toMatchObject({
        status: 429,
        body: { ...anError('too_many_requests'), message: 'Too many requests. Please try again in a minute.' },
      });
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    const { rows } = await database.query(
      'SELECT email FROM messaging.contact_messages UNION SELECT email FROM messaging.newsletter_subscribers',
    );
    expect(rows).not.toContainEqual({ email });
  });
});
