import { once, setMaxListeners } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type Asked, askFrom, type Browser, browserOf, newNetwork, valueOf } from './testing/browsers.ts';
import { emailsTo, emailTo, tokenTo } from './testing/mailbox.ts';
import { operateOn } from './testing/operate.ts';
import { isActive, newRegistration, patiently, payAt, pricesOf } from './testing/person.ts';
import { atProvider } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* Strangers who guess passwords and collect email addresses, and people who must not be locked out by that. */

let system: RunningSystem;
let database: pg.Pool;
let redis: Redis;

beforeAll(async () => {
  // The limits as they are in production.
  system = await startSystem({ RATE_LIMIT_SCALE: '1' });
  database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  redis = new Redis((await system.run()).redisUrl);
  await pricesOf(system);
});

afterAll(async () => {
  redis.disconnect();
  await database.end();
  await system.stop();
});

const ask = <T = Record<string, unknown>>(from: string, method: string, path: string, asked: Asked = {}) =>
  askFrom<T>(system, from, method, path, asked);
const newBrowser = (address = newNetwork(), cookie?: string): Browser => browserOf(system, { address, cookie });

type Person = ReturnType<typeof newRegistration>;
const logIn = (browser: Browser, { email, password }: { email: string; password: string }, path = '/api/auth/login') =>
  browser.post<{ token: string; code: string }>(path, { email, password });
const guess = (browser: Browser, email: string, path?: string) =>
  logIn(browser, { email, password: 'a guess of a stranger' }, path);
const shutOut = async (email: string, path?: string): Promise<Browser> => {
  const stranger = newBrowser();
  for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess(stranger, email, path)).status).toBe(401);
  expect(await guess(stranger, email, path)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  return stranger;
};

/** A person with an account, who has closed the browser in which it was opened. */
const newPerson = async (): Promise<Person> => {
  const person = newRegistration();
  expect((await newBrowser().post('/api/register-and-subscribe', person)).status).toBe(200);
  return person;
};
const newMember = async (): Promise<{ person: Person; browser: Browser; token: string }> => {
  const person = newRegistration();
  const browser = newBrowser();
  const { body: opened } = await browser.post<{ checkoutUrl: string }>('/api/register-and-subscribe', person);
  await payAt(opened.checkoutUrl);
  const { token } = (await logIn(browser, person)).body;
  await isActive(system, token);
  return { person, browser, token };
};
const moveClock = (seconds: number): Promise<void> => atProvider(system, 'advance', { seconds });
const operate = (...args: string[]) => operateOn(system, args);

describe('strangers who guess an account’s password', () => {
  it('do not shut out its holder in a browser that signed in before, however long they continue', async () => {
    const person = await newPerson();
    const knownBrowser = newBrowser();
    expect((await logIn(knownBrowser, person)).status).toBe(200);
    await shutOut(person.email);
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await moveClock(720);
      await Promise.all([guess(newBrowser(), person.email), guess(newBrowser(), person.email)]);
      answers.push((await logIn(knownBrowser, person)).status);
    }
    expect(answers).toEqual([200, 200, 200]);
    expect((await logIn(newBrowser(), person)).status).toBe(429);
  });

  it('do not shut out an administrator either', async () => {
    const { admin } = await system.run();
    const knownBrowser = newBrowser();
    expect((await logIn(knownBrowser, admin, '/api/admin/login')).status).toBe(200);
    await shutOut(admin.email, '/api/admin/login');
    expect((await logIn(knownBrowser, admin, '/api/admin/login')).status).toBe(200);
    expect((await logIn(newBrowser(), admin, '/api/admin/login')).status).toBe(429);
  });

  it('make a browser without an earlier sign-in wait, until the password is reset, and a browser that reset it is known', async () => {
    const person = await newPerson();
    await shutOut(person.email);
    const other = newBrowser();
    const refused = await logIn(other, person);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts', message: expect.stringMatching(/again in \d+ minutes?\.$/) },
    });
    expect(refused.retryAfter).toBeGreaterThan(0);
    await other.post('/api/auth/reset-password', { email: person.email });
    const password = 'seventeen quiet llamas';
    const reset = {
      token: await tokenTo(system, person.email, '/reset-password'),
      password,
      confirmPassword: password,
    };
    expect((await other.post('/api/auth/reset-password/confirm', reset)).status).toBe(200);
    await shutOut(person.email);
    expect((await logIn(other, { ...person, password })).status).toBe(200);
  });

  it('delay no sign-in any longer once an operator has unlocked the account', async () => {
    const person = await newPerson();
    await shutOut(person.email);
    const other = newBrowser();
    expect((await logIn(other, person)).status).toBe(429);
    expect(await operate('unlock', person.email)).toEqual({ status: 0, said: expect.stringContaining(person.email) });
    expect((await logIn(other, person)).status).toBe(200);
    const { rows } = await database.query(
      `SELECT details FROM identity.admin_actions WHERE action = 'unlock_account' AND details->>'email' = $1`,
      [person.email],
    );
    expect(rows).toEqual([{ details: { email: person.email, by: 'operator' } }]);
    expect(await operate('unlock', 'nobody@example.com')).toMatchObject({ status: 1 });
  });
});

describe('a browser’s cookie', () => {
  it('is kept from scripts and other sites, and opens nothing', async () => {
    const person = await newPerson();
    const { set } = await ask(newNetwork(), 'POST', '/api/auth/login', {
      body: { email: person.email, password: person.password },
    });
    expect(set).toEqual([
      expect.stringMatching(/^lectern_device=[\w.~-]+; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Lax$/),
    ]);
    const cookie = valueOf(set[0])!;
    expect((await ask(newNetwork(), 'GET', '/api/auth/user', { cookie })).status).toBe(401);
    expect((await ask(newNetwork(), 'GET', '/api/auth/user', { token: cookie })).status).toBe(401);
  });

  it('counts as a stranger’s if it is of another account, made up, changed or older than the password', async () => {
    const [victim, thief] = [await newPerson(), await newPerson()];
    const [own, other] = [newBrowser(), newBrowser()];
    expect((await logIn(own, victim)).status).toBe(200);
    expect((await logIn(other, thief)).status).toBe(200);
    const changed = own.cookie!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/\.(..)/, '.AA');
    const before = own.cookie!;
    await shutOut(victim.email);
    for (const cookie of [other.cookie, 'made.up.cookie', changed, '', 'x'.repeat(3_000)])
      expect((await logIn(newBrowser(newNetwork(), cookie), victim)).status).toBe(429);
    const { token } = (await logIn(own, victim)).body;
    const newPassword = 'seventeen quiet llamas';
    const answer = await ask(newNetwork(), 'PUT', '/api/auth/change-password', {
      token,
      body: { currentPassword: victim.password, newPassword },
    });
    expect(answer.status).toBe(200);
    const known = valueOf(answer.set[0])!;
    expect((await logIn(newBrowser(newNetwork(), before), { ...victim, password: newPassword })).status).toBe(429);
    expect((await logIn(newBrowser(newNetwork(), known), { ...victim, password: newPassword })).status).toBe(200);
  });

  it('is still known after a person with a session logs out everywhere or ends all other sessions, and not after the next new password', async () => {
    const person = await newPerson();
    const knownBrowser = newBrowser();
    const early = { token: (await logIn(knownBrowser, person)).body.token, cookie: knownBrowser.cookie };
    expect((await newBrowser().post('/api/auth/logout-all', {}, early.token)).status).toBe(200);
    const { token } = (await logIn(knownBrowser, person)).body;
    const end = { currentPassword: person.password };
    expect((await newBrowser().post('/api/account/sessions/end', end, token)).status).toBe(200);
    for (const ended of [early.token, token])
      expect((await ask(newNetwork(), 'GET', '/api/auth/user', { token: ended })).status).toBe(401);
    await shutOut(person.email);
    expect((await logIn(newBrowser(newNetwork(), early.cookie), person)).status).toBe(200);
    const again = await logIn(knownBrowser, person);
    expect(again.status).toBe(200);
    const newPassword = 'seventeen quiet llamas';
    const changed = await ask(newNetwork(), 'PUT', '/api/auth/change-password', {
      token: again.body.token,
      body: { currentPassword: person.password, newPassword },
    });
    expect(changed.status).toBe(200);
    for (const cookie of [early.cookie, knownBrowser.cookie])
      expect((await logIn(newBrowser(newNetwork(), cookie), { ...person, password: newPassword })).status).toBe(429);
  });

  it('is still known to an administrator who ended all other sessions', async () => {
    const { admin } = await system.run();
    const [own, other] = [newBrowser(), newBrowser()];
    // Strangers may have guessed before.
    await moveClock(900);
    const { token } = (await logIn(own, admin, '/api/admin/login')).body;
    expect((await logIn(other, admin, '/api/admin/login')).status).toBe(200);
    const ended = await own.post('/api/admin/sessions/end', { currentPassword: admin.password }, token);
    expect(ended.status).toBe(200);
    await shutOut(admin.email, '/api/admin/login');
    expect((await logIn(other, admin, '/api/admin/login')).status).toBe(200);
  });
});

describe('a network from which many accounts are guessed', () => {
  const network = newNetwork();
  let known: Person;
  let unknown: Person;
  let knownBrowser: Browser;

  beforeAll(async () => {
    [known, unknown] = [await newPerson(), await newPerson()];
    knownBrowser = newBrowser(network);
    expect((await logIn(knownBrowser, known)).status).toBe(200);
    const stranger = newBrowser(network);
    const failures: number[] = [];
    const guessAt = async (accounts: readonly number[], times: number): Promise<void> => {
      const guessMany = async (account: number): Promise<void> => {
        for (let guesses = 0; guesses < times; guesses += 1)
          failures.push((await guess(stranger, `somebody-${account}@example.com`)).status);
      };
      await Promise.all(accounts.map(guessMany));
    };
    // Five each: as many as the limit of an account allows. The last five reach those of the network: ten accounts an hour, thirty tries a minute.
    await guessAt([0, 1, 2, 3, 4], 5);
    await guessAt([5, 6, 7, 8, 9], 1);
    expect(failures).toEqual(Array.from({ length: 30 }, () => 401));
  });

  it('never refuses a right password, and answers browsers that the account does not know more slowly', async () => {
    const began = performance.now();
    const secondsOf = async (browser: Browser, person: Person): Promise<number> => {
      expect((await logIn(browser, person)).status).toBe(200);
      return (performance.now() - began) / 1_000;
    };
    const [quick, ...slow] = await Promise.all([
      secondsOf(knownBrowser, known),
      secondsOf(newBrowser(network), unknown),
      // A person's own account does not bypass the limit.
      secondsOf(newBrowser(network, knownBrowser.cookie), unknown),
    ]);
    expect(Math.min(...slow)).toBeGreaterThan(Math.max(1.9, quick));
  });

  it('lets others of it in during a flood, and immediately refuses requests that would be refused anyway', async () => {
    let refuse: () => void;
    const isFull = new Promise<void>((resolve) => (refuse = resolve));
    const hangUp = new AbortController();
    setMaxListeners(0, hangUp.signal);
    const guesses = Array.from({ length: 61 }, async () => {
      const body = { email: 'somebody@example.com', password: 'a guess of a stranger' };
      const asked = { body, signal: hangUp.signal };
      const answer = await ask<{ code: string }>(network, 'POST', '/api/auth/login', asked).catch((error: unknown) => {
        if (hangUp.signal.aborted) return { body: { code: 'hung_up' } };
        throw error;
      });
      if (answer.body.code === 'too_many_requests') refuse();
      return answer.body.code;
    });
    await isFull;
    const form = request(`${system.siteUrl}/api/auth/login`, {
      method: 'POST',
      localAddress: network,
      headers: { 'content-type': 'text/plain' },
    });
    form.end('{}');
    expect(((await once(form, 'response')) as [IncomingMessage])[0].statusCode).toBe(400);
    expect((await newBrowser(network).post('/api/auth/login', {})).body['code']).toBe('invalid_request');
    const signedIn = logIn(newBrowser(network), unknown).then(({ status }) => status);
    expect(await Promise.race([signedIn, Promise.all(guesses)])).toBe(200);
    // Those that still wait have room, and would be answered after their pause.
    hangUp.abort();
    // One that had no room, and one whose room another request took.
    expect((await Promise.all(guesses)).filter((code) => code === 'too_many_requests')).toHaveLength(2);
  });
});

describe('registering with an address that has an account', () => {
  it('counts a wrong password as the login does', async () => {
    const person = await newPerson();
    for (let guesses = 0; guesses < 5; guesses += 1) {
      const typed = { ...person, password: 'a guess of a stranger', confirmPassword: 'a guess of a stranger' };
      expect(await newBrowser().post('/api/register-and-subscribe', typed)).toMatchObject({
        status: 409,
        body: { code: 'email_taken' },
      });
    }
    expect((await newBrowser().post('/api/register-and-subscribe', person)).status).toBe(429);
    expect((await logIn(newBrowser(), person)).status).toBe(429);
  });

  it('answers alike to a stranger, whether the account or the address pays for a membership or not', async () => {
    const payer = newRegistration();
    const { monthly: priceId } = await pricesOf(system);
    const { body: opened } = await newBrowser().post<{ url: string }>('/api/create-subscription', {
      priceId,
      customerEmail: payer.email,
    });
    const [{ person: member }, person] = await Promise.all([newMember(), newPerson(), payAt(opened.url)]);
    await patiently('the payment to be known', async () => {
      const { rowCount } = await database.query(`SELECT 1 FROM identity.memberships WHERE email_key = $1 AND access`, [
        payer.email,
      ]);
      if (rowCount !== 1) throw new Error('not yet');
    });
    // The second is refused where an account is opened with it.
    for (const password of ['a guess of a stranger', 'Password1']) {
      const answers = await Promise.all(
        [member, person, payer].map(async ({ email }) => {
          const typed = { ...newRegistration(), email, password, confirmPassword: password };
          const { status, body } = await newBrowser().post('/api/register-and-subscribe', typed);
          return { status, code: body['code'], message: body['message'] };
        }),
      );
      expect(answers[0]).toMatchObject({ status: 409, code: 'email_taken' });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    }
  });
});

describe('a referral code', () => {
  it('is confirmed as an account’s only with the password', async () => {
    const [person, other, newcomer] = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const { token } = (await logIn(newBrowser(), person)).body;
    const { referralCode } = (
      await ask<{ referralCode: string }>(newNetwork(), 'GET', '/api/referrals/my-code', { token })
    ).body;
    const typed = { password: 'a guess of a stranger', confirmPassword: 'a guess of a stranger', referralCode };
    for (const somebody of [person, other])
      expect(await newBrowser().post('/api/register-and-subscribe', { ...somebody, ...typed })).toMatchObject({
        status: 409,
        body: { code: 'email_taken' },
      });
    const { body: session } = await logIn(newBrowser(), newcomer);
    const mine = await ask<{ referralCode: string }>(newNetwork(), 'GET', '/api/referrals/my-code', session);
    expect(
      await newBrowser().post('/api/register-and-subscribe', { ...newcomer, referralCode: mine.body.referralCode }),
    ).toMatchObject({ status: 400, body: { code: 'referral_invalid' } });
  });
});

describe('paying for an address that has a membership', () => {
  it('shows a network five memberships an hour, then answers as for any other address, and emails each member once a day', async () => {
    const members = (await Promise.all(Array.from({ length: 6 }, newMember))).map(({ person }) => person.email);
    const { monthly: priceId } = await pricesOf(system);
    const network = newNetwork();
    const startCheckout = async (customerEmail: string) => {
      // Checkouts are limited by the minute as well, which this does not test.
      await redis.del(...(await redis.keys('lectern:rate:checkout:*')), 'none');
      return newBrowser(network).post('/api/create-subscription', { priceId, customerEmail });
    };
    for (const email of members.slice(0, 5))
      expect(await startCheckout(email)).toMatchObject({ status: 409, body: { code: 'membership_exists' } });
    const hidden = await startCheckout(members[5]!);
    expect(hidden).toMatchObject({ status: 200, body: { url: expect.any(String) } });
    expect(await startCheckout('somebody-new@example.com')).toMatchObject({
      status: 200,
      body: { url: expect.any(String) },
    });
    expect(await newBrowser().post('/api/create-subscription', { priceId, customerEmail: members[0] })).toMatchObject({
      status: 409,
    });
    for (const email of members) await emailTo(system, email, 'You have a membership already');
    await payAt(String(hidden.body['url']));
    await emailTo(system, members[5]!, 'refunded');
    await moveClock(86_400);
    expect(await newBrowser().post('/api/create-subscription', { priceId, customerEmail: members[0] })).toMatchObject({
      status: 409,
    });
    const of = async (email: string) =>
      (await emailsTo(system, email)).filter(({ subject }) => subject.includes('You have a membership already')).length;
    await patiently('the email of the next day', async () => {
      if ((await of(members[0]!)) !== 2) throw new Error('not yet');
    });
    expect(await of(members[1]!)).toBe(1);
    expect(await emailsTo(system, 'somebody-new@example.com')).toEqual([]);
  });
});
