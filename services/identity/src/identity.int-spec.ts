import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import jwt from 'jsonwebtoken';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { DomainError } from '@lectern/contracts/errors';
import { unlockAccount } from '@lectern/contracts/identity/operator-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { withLongTimeout } from '@lectern/service-kit/testing/with-long-timeout';
import { membershipEvent } from './testing/membership-event.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from './testing/start-identity.ts';

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

beforeEach(async () => {
  await system.forgetFailures();
});

afterAll(async () => {
  await system.close();
});

const registration = () => ({
  email: `Person+${randomUUID().slice(0, 8)}@Example.com`,
  firstName: 'Grace',
  lastName: 'Adeyemi',
  password: 'a good password',
});

const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };
const register = (input: ReturnType<typeof registration>) => system.rpc.call(identity.registerAccount, input);
const login = (email: string, password: string, from = origin) =>
  system.rpc.call(withLongTimeout(identity.loginMember), { email, password, origin: from });

const statusOf = async (userId: string): Promise<string> =>
  (
    await system.database.query<{ subscription_status: string }[]>(
      'SELECT subscription_status FROM users WHERE id = $1',
      [userId],
    )
  )[0]?.subscription_status ?? 'none';

describe('registering', () => {
  it('opens an account that is inactive and can sign in', async () => {
    const input = registration();
    const { userId } = await register(input);
    const { token } = await login(input.email.toLowerCase(), input.password);
    const user = await system.rpc.call(identity.resumeMemberSession, system.claimsOf(token));
    expect(user).toMatchObject({
      id: userId,
      email: input.email,
      firstName: 'Grace',
      subscriptionStatus: 'inactive',
      division: 'development',
    });
  });

  it('continues with the same account for the same address and password, in any letter case', async () => {
    const input = registration();
    const first = await register(input);
    const again = await register({ ...input, email: ` ${input.email.toUpperCase()}`, firstName: 'Gracia' });
    expect(again.userId).toBe(first.userId);
  });

  it('refuses an address whose password is another', async () => {
    const input = registration();
    await register(input);
    expect(await codeOf(register({ ...input, password: 'something else' }))).toBe('email_taken');
  });

  it('makes one account of ten simultaneous registrations', async () => {
    const input = registration();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register(input).catch((error: DomainError) => error)),
    );
    const ids = answers.flatMap((answer) => (answer instanceof DomainError ? [] : [answer.userId]));
    expect(new Set(ids).size).toBe(1);
    const rows = await system.database.query<unknown[]>('SELECT 1 FROM users WHERE email_key = $1', [
      input.email.toLowerCase(),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('never keeps the password', async () => {
    const input = registration();
    const { userId } = await register(input);
    const [row] = await system.database.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM users WHERE id = $1',
      [userId],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a password', () => {
  it('is of any composition, as long as 128 characters, and right to the last of them alone', async () => {
    const password = ` пароль 🗝️ ${'a'.repeat(115)} z `.slice(0, 128);
    const input = { ...registration(), password };
    await register(input);
    expect(password).toHaveLength(128);
    for (const other of [password.trim(), password.toUpperCase(), password.slice(0, -1), password.slice(0, 72)])
      expect(await codeOf(login(input.email, other))).toBe('credentials_wrong');
    expect((await login(input.email, password)).token).toEqual(expect.any(String));
  });
});

describe('signing in', () => {
  it('answers alike for a wrong password and an unknown address', async () => {
    const input = registration();
    await register(input);
    const wrong = await login(input.email, 'wrong').catch((error: DomainError) => error);
    const unknown = await login(`nobody-${randomUUID()}@example.com`, 'wrong').catch((error: DomainError) => error);
    expect(wrong).toMatchObject({ code: 'credentials_wrong', message: 'Invalid email or password' });
    expect(unknown).toMatchObject({ code: 'credentials_wrong', message: 'Invalid email or password' });
  });

  it('waits a minute after the fifth failure, for known and unknown addresses alike', async () => {
    const known = registration();
    await register(known);
    for (const email of [known.email, `nobody-${randomUUID()}@example.com`]) {
      for (let failure = 1; failure <= 5; failure += 1)
        expect(await codeOf(login(email, 'wrong'))).toBe('credentials_wrong');
      await expect(login(email, known.password)).rejects.toMatchObject({
        code: 'too_many_attempts',
        message: 'Too many failed attempts. Please try again in 1 minute.',
        retryAfter: 60,
      });
    }
  });

  it('checks at most five of a hundred simultaneous guesses', async () => {
    const input = registration();
    await register(input);
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        codeOf(login(input.email, `guess ${index}`, { ...origin, ipAddress: `198.51.100.${index}` })),
      ),
    );
    expect(guesses.filter((code) => code === 'credentials_wrong').length).toBeLessThanOrEqual(5);
    expect(guesses.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(95);
  });

  it('counts by itself in a browser that signed in to this account before, and by no other cookie', async () => {
    const [input, other] = [registration(), registration()];
    const { userId } = await register(input);
    const { userId: otherId } = await register(other);
    const device = { deviceId: randomUUID(), subject: userId, sessionVersion: 0 };
    for (let failure = 1; failure <= 5; failure += 1) await codeOf(login(input.email, 'wrong'));
    const from = (...devices: identity.KnownDevice[]) =>
      codeOf(system.rpc.call(withLongTimeout(identity.loginMember), { ...input, origin, devices }));
    expect(await from(device)).toBe('answered');
    expect(await from({ ...device, subject: otherId }, device)).toBe('answered');
    const known = (...devices: identity.KnownDevice[]) =>
      system.rpc.call(identity.findKnownDevice, { email: input.email.toUpperCase(), devices });
    expect(await known({ ...device, subject: otherId }, device)).toEqual({ deviceId: device.deviceId });
    for (const strange of [
      { ...device, subject: otherId },
      { ...device, sessionVersion: 1 },
    ]) {
      expect(await from(strange)).toBe('too_many_attempts');
      expect(await known(strange)).toEqual({ deviceId: null });
    }
    expect(await codeOf(login(input.email, input.password))).toBe('too_many_attempts');
    // The failures of a known browser are its own, too.
    const own = { ...other, origin, devices: [{ ...device, subject: otherId }] };
    for (let failure = 1; failure <= 5; failure += 1)
      await codeOf(system.rpc.call(withLongTimeout(identity.loginMember), { ...own, password: 'wrong' }));
    expect(await codeOf(system.rpc.call(withLongTimeout(identity.loginMember), own))).toBe('too_many_attempts');
    expect(await codeOf(login(other.email, other.password))).toBe('answered');
  });

  it('goes on in a known browser, a session and by an emailed link while strangers take all turns', async () => {
    const input = registration();
    const { userId } = await register(input);
    const device = { deviceId: randomUUID(), subject: userId, sessionVersion: 0 };
    const { token } = await system.issueLink({ email: input.email, purpose: 'reset' });
    const by = { ...input, userId, origin, currentPassword: input.password, sessionId: randomUUID() };
    let isFlooded = true;
    let refuse: () => void;
    const isFull = new Promise<void>((resolve) => (refuse = resolve));
    // Two replicas have room for seventy-two.
    const flood = Array.from({ length: 100 }, async () => {
      while (isFlooded)
        if ((await codeOf(login(`${randomUUID()}@example.com`, 'a guess'))) === 'too_many_requests') refuse();
    });
    await isFull;
    const outcomes: string[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      outcomes.push(
        ...(await Promise.all([
          codeOf(system.rpc.call(identity.loginMember, { ...input, origin, devices: [device] })),
          codeOf(system.rpc.call(identity.updateProfile, { ...by, email: `new-${turn}-${input.email}` })),
        ])),
      );
    const reset = system.rpc.call(identity.resetPassword, { token: token!, password: 'seventeen quiet llamas' });
    outcomes.push(await codeOf(reset));
    isFlooded = false;
    await Promise.all(flood);
    expect(new Set(outcomes)).toEqual(new Set(['answered']));
  });

  it('goes on for strangers of other networks while one network takes all turns with known browsers of its own accounts', async () => {
    const people = Array.from({ length: 8 }, registration);
    for (const person of people) await register(person);
    const own = registration();
    const { userId } = await register(own);
    // The others have the same password, and so the same hash: forty hashes take seconds.
    const copies = await system.database.query<{ id: string; email: string }[]>(
      `INSERT INTO users (email, email_key, first_name, last_name, password_hash, referral_code)
       SELECT number || email, number || email_key, first_name, last_name, password_hash, referral_code || number
       FROM users, generate_series(1, 39) AS number WHERE id = $1 RETURNING id, email`,
      [userId],
    );
    const knownSignIns = [{ id: userId, email: own.email }, ...copies].map(({ id, email }) => ({
      ...own,
      email,
      origin,
      devices: [{ deviceId: randomUUID(), subject: id, sessionVersion: 0 }],
    }));
    let isFlooded = true;
    let refuse: () => void;
    const isFull = new Promise<void>((resolve) => (refuse = resolve));
    const flood = [...knownSignIns, ...knownSignIns, ...knownSignIns].map(async (typed) => {
      while (isFlooded)
        if ((await codeOf(system.rpc.call(withLongTimeout(identity.loginMember), typed))) === 'too_many_requests')
          refuse();
    });
    await isFull;
    const outcomes: string[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      outcomes.push(
        ...(await Promise.all(
          people.map(({ email, password }, index) =>
            codeOf(login(email, password, { ...origin, ipAddress: `198.51.100.${index}` })),
          ),
        )),
      );
    isFlooded = false;
    await Promise.all(flood);
    expect(new Set(outcomes)).toEqual(new Set(['answered']));
  });

  it('ends the waiting of a known browser, of everyone else and of a session when an operator unlocks the account', async () => {
    const input = registration();
    const { userId } = await register(input);
    const device = { deviceId: randomUUID(), subject: userId, sessionVersion: 0 };
    const from = (devices: identity.KnownDevice[], password = input.password) =>
      codeOf(system.rpc.call(withLongTimeout(identity.loginMember), { ...input, password, origin, devices }));
    const confirm = (currentPassword = input.password) =>
      codeOf(
        system.rpc.call(withLongTimeout(identity.updateProfile), {
          userId,
          firstName: 'Grace',
          lastName: 'A',
          email: `new-${input.email}`,
          currentPassword,
          sessionId: device.deviceId,
        }),
      );
    for (let failure = 1; failure <= 5; failure += 1)
      for (const devices of [[], [device]]) await from(devices, 'wrong');
    for (let failure = 1; failure <= 5; failure += 1) await confirm('wrong');
    expect([await from([]), await from([device]), await confirm()]).toEqual([
      'too_many_attempts',
      'too_many_attempts',
      'too_many_attempts',
    ]);
    expect(await system.rpc.call(unlockAccount, { email: input.email.toUpperCase() })).toEqual({ outcome: 'unlocked' });
    expect([await from([]), await from([device]), await confirm()]).toEqual(['answered', 'answered', 'answered']);
    expect(await system.rpc.call(unlockAccount, { email: 'nobody@example.com' })).toEqual({ outcome: 'unknown' });
  });

  it('forgets failures once the password was right', async () => {
    const input = registration();
    await register(input);
    for (let failure = 1; failure <= 4; failure += 1) await codeOf(login(input.email, 'wrong'));
    await login(input.email, input.password);
    for (let failure = 1; failure <= 4; failure += 1)
      expect(await codeOf(login(input.email, 'wrong'))).toBe('credentials_wrong');
  });

  it('ends one token on logout and leaves the other', async () => {
    const input = registration();
    await register(input);
    const [first, second] = [
      system.claimsOf((await login(input.email, input.password)).token),
      system.claimsOf((await login(input.email, input.password)).token),
    ];
    await system.rpc.call(identity.endSession, { audience: 'member', claims: first });
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, first))).toBe('token_invalid');
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, second))).toBe('answered');
  });

  it('ends every token on logging out everywhere', async () => {
    const input = registration();
    const { userId } = await register(input);
    const claims = system.claimsOf((await login(input.email, input.password)).token);
    await system.rpc.call(identity.endAllSessions, { userId });
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, claims))).toBe('token_invalid');
  });
});

describe('the first administrator', () => {
  it('is made once by two replicas, signs in, and is recorded', async () => {
    const answer = await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin });
    expect(answer.admin).toMatchObject({ email: ADMIN.email, role: 'owner' });
    const admins = await system.database.query<unknown[]>('SELECT 1 FROM admins');
    expect(admins).toHaveLength(1);
    const [action] = (await system.rpc.call(identity.listAdminActions, { limit: 10 })).items;
    expect(action).toMatchObject({
      action: 'login',
      adminId: answer.admin.id,
      ipAddress: '192.0.2.1',
      userAgent: 'test',
    });
  });

  it('has a token that is no member’s', async () => {
    const { token } = await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin });
    expect(jwt.decode(token)).toMatchObject({ aud: 'lectern:admin', iss: 'lectern' });
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, system.claimsOf(token)))).toBe('token_invalid');
  });
});

describe('the status of an account', () => {
  it('follows its membership', async () => {
    const input = registration();
    const { userId } = await register(input);
    const started = membershipEvent(userId, input.email);
    await system.deliverEvent(membershipChanged, started);
    expect(await statusOf(userId)).toBe('active');
    await system.deliverEvent(membershipChanged, { ...started, version: 2, status: 'cancelled', access: false });
    expect(await statusOf(userId)).toBe('inactive');
  });

  it('is not set back by an older event that comes later', async () => {
    const input = registration();
    const { userId } = await register(input);
    const started = membershipEvent(userId, input.email);
    await system.deliverEvent(membershipChanged, { ...started, version: 3 });
    await system.deliverEvent(membershipChanged, { ...started, version: 2, status: 'past_due', access: false });
    expect(await statusOf(userId)).toBe('active');
  });

  it('stays active when an old subscription ends after a new one began', async () => {
    const input = registration();
    const { userId } = await register(input);
    const old = membershipEvent(userId, input.email);
    await system.deliverEvent(membershipChanged, old);
    await system.deliverEvent(membershipChanged, membershipEvent(userId, input.email));
    await system.deliverEvent(membershipChanged, { ...old, version: 2, status: 'cancelled', access: false });
    expect(await statusOf(userId)).toBe('active');
  });

  it('keeps a registration with a live membership from paying twice', async () => {
    const input = registration();
    const { userId } = await register(input);
    await system.deliverEvent(membershipChanged, membershipEvent(userId, input.email));
    expect(await codeOf(register(input))).toBe('membership_exists');
  });
});
