import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { patient } from '@lectern/service-kit/testing/patient';
import { membershipFact } from '../testing/membership-fact.ts';
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
const paid = { kind: 'paid' } as const;

const mailedLink = async (email: string): Promise<Setup['proof']> => {
  const { token } = await system.rpc.call(identity.issueLink, { email, purpose: 'setup' });
  if (token === null) throw new Error('No link was made');
  return { kind: 'token', token };
};

const setUp = (email: string, proof: Setup['proof'], differences: Partial<Setup> = {}) =>
  system.rpc.call(patient(identity.setUpAccount), {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: 'a good password',
    division: 'professional',
    proof,
    ...differences,
  });

const register = (email: string, password = 'a good password') =>
  system.rpc.call(identity.registerAccount, { email, firstName: 'Ruth', lastName: 'Mensah', password });

const login = (email: string, password: string) => system.rpc.call(identity.loginMember, { email, password, origin });
const memberOf = (token: string) => system.rpc.call(identity.resumeMemberSession, system.claimsOf(token));

const accountsOf = (email: string) =>
  system.database.query<{ id: string; password_hash: string }[]>('SELECT id, password_hash FROM users WHERE email_key = $1', [email.toLowerCase()]);

describe('setting up an account that was paid for', () => {
  it.each([
    ['a mailed link', mailedLink],
    ['a completed checkout', async () => paid],
  ])('makes it, active, by %s', async (_what, proofFor) => {
    const email = newAddress();
    await system.tell(membershipChanged, membershipFact(null, email));
    const { userId, token } = await setUp(` ${email}`, await proofFor(email));
    expect(await memberOf(token)).toMatchObject({
      id: userId, email, firstName: 'Grace', lastName: 'Adeyemi', division: 'professional', hasChosenDivision: true, subscriptionStatus: 'active',
    });
    await login(email.toUpperCase(), 'a good password');
    expect(await system.told(accountChanged)).toContainEqual(expect.objectContaining({ userId, email, version: 1, division: 'professional' }));
    expect(await system.database.query('SELECT user_id FROM memberships WHERE email_key = $1', [email.toLowerCase()])).toEqual([{ user_id: userId }]);
  });

  it('goes before the payment is heard of, too', async () => {
    const email = newAddress();
    const { token } = await setUp(email, paid);
    expect(await memberOf(token)).toMatchObject({ subscriptionStatus: 'inactive' });
    await system.tell(membershipChanged, membershipFact(null, email));
    expect(await memberOf(token)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('ends active whichever comes first, the payment’s fact or the account', async () => {
    const emails = Array.from({ length: 20 }, newAddress);
    const tokens = await Promise.all(
      emails.map(async (email) => {
        const [{ token }] = await Promise.all([setUp(email, paid), system.tell(membershipChanged, membershipFact(null, email))]);
        return token;
      }),
    );
    for (const token of tokens) expect(await memberOf(token)).toMatchObject({ subscriptionStatus: 'active' });
  });

  it('gives an account without a password its first one, and keeps the account', async () => {
    const email = newAddress();
    const { userId } = await register(email);
    await system.database.query('UPDATE users SET password_hash = NULL, has_set_password = false WHERE id = $1', [userId]);
    expect(await setUp(email, await mailedLink(email), { password: 'another good one' })).toMatchObject({ userId });
    await login(email, 'another good one');
    const told = (await system.told(accountChanged)).filter((fact) => fact.userId === userId);
    expect(told.at(-1)).toMatchObject({ version: 2, firstName: 'Grace', division: 'professional' });
  });

  it('keeps what was paid for when billing tells of it again without an account', async () => {
    const email = newAddress();
    const fact = membershipFact(null, email);
    await system.tell(membershipChanged, fact);
    const { token } = await setUp(email, paid);
    await system.tell(membershipChanged, { ...fact, version: 2, status: 'cancelled', access: false });
    expect(await memberOf(token)).toMatchObject({ subscriptionStatus: 'inactive' });
  });
});

describe('registering an address that was paid for', () => {
  it('is refused, and leads to setting the account up', async () => {
    const email = newAddress();
    await system.tell(membershipChanged, membershipFact(null, email));
    await expect(register(email)).rejects.toMatchObject({
      code: 'membership_exists',
      message: 'This email already has an active membership. Please set up your account: our letter about the payment has the link.',
    });
    expect(await accountsOf(email)).toEqual([]);
  });
});

describe('a link for setting up', () => {
  it('works once of a hundred simultaneous times', async () => {
    const email = newAddress();
    const proof = await mailedLink(email);
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, index) => codeOf(setUp(email, proof, { password: `password ${index}` }))));
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(1);
    // Who waited in vain for a hash is asked to come back; the others are told.
    for (const outcome of outcomes) expect(['answered', 'link_invalid', 'email_taken', 'too_many_requests']).toContain(outcome);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it('makes one account of many links at once', async () => {
    const email = newAddress();
    const proofs = await Promise.all(Array.from({ length: 10 }, () => mailedLink(email)));
    const outcomes = await Promise.all(proofs.map((proof) => codeOf(setUp(email, proof))));
    expect(outcomes.sort()).toEqual(['answered', ...Array.from({ length: 9 }, () => 'email_taken')]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  it('is of no use to somebody else’s address, for something else, or when it is made up', async () => {
    const [email, other] = [newAddress(), newAddress()];
    await register(other);
    const proof = await mailedLink(email);
    const { token: reset } = await system.rpc.call(identity.issueLink, { email: other, purpose: 'reset' });
    for (const [address, wrong] of [
      [newAddress(), proof],
      [other, proof],
      [other, { kind: 'token', token: reset! }],
      [email, { kind: 'token', token: 'made-up' }],
      [email, { kind: 'token', token: '' }],
    ] as const) {
      expect(await codeOf(setUp(address, wrong))).toBe('link_invalid');
    }
    expect(await accountsOf(email)).toEqual([]);
    expect(await codeOf(setUp(email, proof))).toBe('answered');
  });

  it('never changes a password that is there, and leads to the login', async () => {
    const email = newAddress();
    const proof = await mailedLink(email);
    await register(email, 'the first password');
    const [before] = await accountsOf(email);
    for (const any of [proof, paid]) {
      await expect(setUp(email, any, { password: 'a stranger’s own' })).rejects.toMatchObject({
        code: 'email_taken',
        message: 'This account has a password already. Please log in, or reset your password if you have forgotten it.',
      });
    }
    expect(await accountsOf(email)).toEqual([before]);
  });

  it('leads to the login when it is opened again, and so do its elder siblings', async () => {
    const email = newAddress();
    const [elder, proof] = [await mailedLink(email), await mailedLink(email)];
    await setUp(email, proof);
    expect(await codeOf(setUp(email, proof))).toBe('email_taken');
    expect(await codeOf(setUp(email, elder))).toBe('email_taken');
    expect(await system.database.query('SELECT 1 FROM account_tokens WHERE email_key = $1 AND used_at IS NULL', [email.toLowerCase()])).toEqual([]);
  });

  it('is not made for an address that has a password, nor for a deactivated account', async () => {
    const email = newAddress();
    const { userId } = await register(email);
    expect(await system.rpc.call(identity.issueLink, { email, purpose: 'setup' })).toEqual({ token: null });
    await system.database.query('UPDATE users SET password_hash = NULL, deactivated_at = now() WHERE id = $1', [userId]);
    expect(await system.rpc.call(identity.issueLink, { email, purpose: 'setup' })).toEqual({ token: null });
    expect(await codeOf(setUp(email, paid))).toBe('account_deactivated');
  });

  it('is kept nowhere but as its hash', async () => {
    const email = newAddress();
    const { token } = await system.rpc.call(identity.issueLink, { email, purpose: 'setup' });
    await setUp(email, { kind: 'token', token: token! });
    const tables = await system.database.query<{ name: string }[]>(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['account_tokens', 'outbox', 'inbox', 'users', 'link_requests']));
    for (const { name } of tables) {
      const rows = await system.database.query<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
      expect(rows.filter(({ row }) => row.includes(token!))).toEqual([]);
    }
  });
});

describe('time', () => {
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
