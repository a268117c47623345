import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsMade, membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { claimsMade as claimsMadeInRegistrations } from '@lectern/contracts/registrations/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { patientRedis } from '@lectern/service-kit/redis/connections';
import { withLongTimeout } from '@lectern/service-kit/testing/with-long-timeout';
import { TestEventDelivery } from '@lectern/service-kit/testing/test-event-delivery';
import { membershipEvent } from '../testing/membership-event.ts';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

type Setup = RpcInput<typeof identity.setUpAccount>;

const HOUR_MS = 3_600_000;
const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };

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

const newAddress = (): string => `Person+${randomUUID().slice(0, 8)}@Example.com`;
/** A membership that was paid for without an account, as billing publishes it. */
const guestPayment = async (email: string) => {
  const event = membershipEvent(null, email);
  await system.deliverEvent(claimsMade, { claims: [{ kind: 'customer', subjectId: event.customerId, email }] });
  await system.deliverEvent(membershipChanged, event);
  return { event, credential: { kind: 'payment', customerId: event.customerId } as const };
};
/** Billing's events after claims were granted: the memberships of their customers, with the account. */
const bind = async (event: ReturnType<typeof membershipEvent>, userId: string, version = 2) => {
  await system.deliverEvent(membershipChanged, { ...event, userId, version });
};
const grantedTo = async (customerId: string) =>
  (await system.publishedEvents(claimsGranted))
    .flatMap(({ claims }) => claims)
    .filter(({ subjectId }) => subjectId === customerId)
    .map(({ userId }) => userId);

const mailedLink = async (email: string): Promise<Setup['credential']> => {
  const { token } = await system.issueLink({ email, purpose: 'setup' });
  if (token === null) throw new Error('No link was made');
  return { kind: 'token', token };
};

const setUp = (email: string, credential: Setup['credential'], differences: Partial<Setup> = {}) =>
  system.rpc.call(withLongTimeout(identity.setUpAccount), {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: 'a good password',
    division: 'professional',
    credential,
    ...differences,
  });

const register = (email: string, password = 'a good password') =>
  system.rpc.call(identity.registerAccount, { email, firstName: 'Ruth', lastName: 'Mensah', password });

const login = (email: string, password: string) => system.rpc.call(identity.loginMember, { email, password, origin });
const memberOf = (token: string) => system.rpc.call(identity.resumeMemberSession, system.claimsOf(token));

const accountsOf = (email: string) =>
  system.database.query<{ id: string; password_hash: string }[]>(
    'SELECT id, password_hash FROM users WHERE email_key = $1',
    [email.toLowerCase()],
  );

describe('setting up an account that was paid for', () => {
  it.each([
    ['an emailed link', (email: string) => mailedLink(email), 'mailbox'],
    [
      'a completed checkout',
      (_email: string, credential: Setup['credential']) => Promise.resolve(credential),
      'payment',
    ],
  ])('makes it, and gives it what was paid for, by %s', async (_what, credentialFor, grantedBy) => {
    const email = newAddress();
    const { event, credential } = await guestPayment(email);
    const { userId, token } = await setUp(` ${email}`, await credentialFor(email, credential));
    expect(await memberOf(token)).toMatchObject({
      id: userId,
      email,
      firstName: 'Grace',
      lastName: 'Adeyemi',
      division: 'professional',
      hasChosenDivision: true,
      isEmailVerified: grantedBy === 'mailbox',
    });
    await login(email.toUpperCase(), 'a good password');
    expect(await system.publishedEvents(accountChanged)).toContainEqual(
      expect.objectContaining({ userId, email, version: 1, division: 'professional' }),
    );
    expect(
      await system.database.query('SELECT user_id, granted_by FROM claims WHERE subject_id = $1', [event.customerId]),
    ).toEqual([{ user_id: userId, granted_by: grantedBy }]);
    expect(await grantedTo(event.customerId)).toEqual([userId]);
    await bind(event, userId);
    expect(await memberOf(token)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('goes before billing’s claim arrives, too, which is granted once', async () => {
    const email = newAddress();
    const customerId = `cus_${randomUUID()}`;
    const { userId } = await setUp(email, { kind: 'payment', customerId });
    await system.deliverEvent(claimsMade, { claims: [{ kind: 'customer', subjectId: customerId, email }] });
    expect(new Set(await grantedTo(customerId))).toEqual(new Set([userId]));
  });

  it('stays with its mailbox, whatever registrations publishes of a customer', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { event } = await guestPayment(email);
    const connection = patientRedis(system.redis.url, 'test');
    await connection.connect();
    const eventDelivery = new TestEventDelivery(connection, 'identity');
    const claim = { kind: 'customer' as never, subjectId: event.customerId, email: other };
    await expect(eventDelivery.deliverAndWait(claimsMadeInRegistrations, { claims: [claim] })).rejects.toThrow('kind');
    expect(
      await system.database.query('SELECT email_key FROM claims WHERE subject_id = $1', [event.customerId]),
    ).toEqual([{ email_key: email.toLowerCase() }]);
    await eventDelivery.close();
    connection.disconnect();
  });

  it('gives one payment to one account, and a claim that has an account to no other', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const { credential } = await guestPayment(email);
    await setUp(email, credential);
    expect(await codeOf(setUp(other, credential))).toBe('link_invalid');
    expect(await accountsOf(other)).toEqual([]);
  });

  it('gives an account that was registered without the mailbox to its holder, where something was paid for', async () => {
    const email = newAddress();
    const { userId } = await register(email, 'a stranger’s own');
    const strangers = system.claimsOf((await login(email, 'a stranger’s own')).token);
    const { event } = await guestPayment(email);
    expect(await grantedTo(event.customerId)).toEqual([]);
    expect(await setUp(email, await mailedLink(email))).toMatchObject({ userId });
    expect(await grantedTo(event.customerId)).toEqual([userId]);
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, strangers))).toBe('token_invalid');
    expect(await codeOf(login(email, 'a stranger’s own'))).toBe('credentials_wrong');
  });

  it('gives an account without a password its first one, and keeps the account', async () => {
    const email = newAddress();
    const { userId } = await register(email);
    await system.database.query('UPDATE users SET password_hash = NULL, has_set_password = false WHERE id = $1', [
      userId,
    ]);
    expect(await setUp(email, await mailedLink(email), { password: 'another good one' })).toMatchObject({ userId });
    await login(email, 'another good one');
    const published = (await system.publishedEvents(accountChanged)).filter((event) => event.userId === userId);
    expect(published.at(-1)).toMatchObject({ version: 2, firstName: 'Grace', division: 'professional' });
  });
});

describe('registering an address that was paid for', () => {
  it('is refused, and leads to setting the account up', async () => {
    const email = newAddress();
    await guestPayment(email);
    await expect(register(email)).rejects.toMatchObject({
      code: 'email_taken',
      message:
        'This email is in use already. Please log in. If you have no password yet, open “Set up your account”: we email you a link.',
    });
    expect(await accountsOf(email)).toEqual([]);
  });
});

describe('a link for setting up', () => {
  it('works once of a hundred simultaneous times', async () => {
    const email = newAddress();
    const credential = await mailedLink(email);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => codeOf(setUp(email, credential, { password: `password ${index}` }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    // A request that waited too long for a hash is asked to come back; the others get their outcome.
    for (const outcome of outcomes)
      expect(['answered', 'link_invalid', 'email_taken', 'too_many_requests']).toContain(outcome);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it('makes one account from many concurrent links', async () => {
    const email = newAddress();
    const credentials = await Promise.all(Array.from({ length: 10 }, () => mailedLink(email)));
    const outcomes = await Promise.all(credentials.map((credential) => codeOf(setUp(email, credential))));
    expect(outcomes.sort()).toEqual(['answered', ...Array.from({ length: 9 }, () => 'email_taken')]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it('is of no use to somebody else’s address, for something else, or when it is made up', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await register(other);
    const credential = await mailedLink(email);
    const { token: reset } = await system.issueLink({ email: other, purpose: 'reset' });
    for (const [address, wrong] of [
      [newAddress(), credential],
      [other, credential],
      [other, { kind: 'token', token: reset! }],
      [email, { kind: 'token', token: 'made-up' }],
      [email, { kind: 'token', token: '' }],
    ] as const) {
      expect(await codeOf(setUp(address, wrong))).toBe('link_invalid');
    }
    expect(await accountsOf(email)).toEqual([]);
    expect(await codeOf(setUp(email, credential))).toBe('answered');
  });

  it.each<[string, (userId: string) => Promise<unknown>]>([
    [
      'moves away with the account',
      async (userId) => {
        const [email, names] = [newAddress(), { firstName: 'Ruth', lastName: 'Mensah' }];
        const form = { userId, email, ...names, currentPassword: 'a good password', origin };
        await system.rpc.call(identity.updateProfile, form);
        const { token } = await system.issueLink({ email, purpose: 'email_change', userId });
        await system.rpc.call(identity.confirmEmail, { token: token!, userId });
      },
    ],
    [
      'deletes the account',
      (userId) => system.rpc.call(identity.deleteAccount, { userId, currentPassword: 'a good password', origin }),
    ],
    [
      'changes the password',
      (userId) => {
        const change = { currentPassword: 'a good password', newPassword: 'another good one' };
        return system.rpc.call(identity.changePassword, { userId, ...change, origin });
      },
    ],
  ])('works also after a stranger who had registered the address %s', async (_what, act) => {
    const email = newAddress();
    const { userId: strangers } = await register(email);
    const { event } = await guestPayment(email);
    const credential = await mailedLink(email);
    await act(strangers);
    const { userId } = await setUp(email, credential, { password: 'the holder’s own' });
    expect(await grantedTo(event.customerId)).toEqual([userId]);
    await login(email, 'the holder’s own');
  });

  it('never changes a password that is there, and leads to the login', async () => {
    const email = newAddress();
    const credential = await mailedLink(email);
    await register(email, 'the first password');
    const [before] = await accountsOf(email);
    for (const any of [credential, { kind: 'payment', customerId: 'cus_any' } as const]) {
      await expect(setUp(email, any, { password: 'a stranger’s own' })).rejects.toMatchObject({
        code: 'email_taken',
        message: 'This account has a password already. Please log in, or reset your password if you have forgotten it.',
      });
    }
    expect(await accountsOf(email)).toEqual([before]);
  });

  it('leads to the login when it is opened again, and so do earlier links', async () => {
    const email = newAddress();
    const [elder, credential] = [await mailedLink(email), await mailedLink(email)];
    await setUp(email, credential);
    expect(await codeOf(setUp(email, credential))).toBe('email_taken');
    expect(await codeOf(setUp(email, elder))).toBe('email_taken');
    expect(
      await system.database.query('SELECT 1 FROM account_tokens WHERE email_key = $1 AND used_at IS NULL', [
        email.toLowerCase(),
      ]),
    ).toEqual([]);
  });

  it('is not made for an address that has a password, nor for a deactivated account', async () => {
    const email = newAddress();
    const { userId } = await register(email);
    expect(await system.issueLink({ email, purpose: 'setup' })).toEqual({ token: null });
    await system.database.query('UPDATE users SET password_hash = NULL, deactivated_at = now() WHERE id = $1', [
      userId,
    ]);
    expect(await system.issueLink({ email, purpose: 'setup' })).toEqual({
      token: null,
      isRefused: true,
    });
    expect(await codeOf(setUp(email, { kind: 'payment', customerId: 'cus_any' }))).toBe('account_deactivated');
  });

  it('is kept nowhere but as its hash', async () => {
    const email = newAddress();
    const { token } = await system.issueLink({ email, purpose: 'setup' });
    await setUp(email, { kind: 'token', token: token! });
    const tables = await system.database.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['account_tokens', 'outbox', 'inbox', 'users', 'link_requests']),
    );
    for (const { name } of tables) {
      const rows = await system.database.query<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
      expect(rows.filter(({ row }) => row.includes(token!))).toEqual([]);
    }
  });
});

describe('the lifetime of links', () => {
  it('ends a link for setting up after 72 hours, not before', async () => {
    const [early, late] = [newAddress(), newAddress()];
    const [one, other] = [await mailedLink(early), await mailedLink(late)];
    await system.setClockAhead(72 * HOUR_MS - 60_000);
    expect(await codeOf(setUp(early, one))).toBe('answered');
    await system.setClockAhead(72 * HOUR_MS + 1_000);
    expect(await codeOf(setUp(late, other))).toBe('link_invalid');
    await system.setClockAhead(0);
  });
});
