import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as identity from '@lectern/contracts/identity/rpc';
import { withLongTimeout } from '@lectern/service-kit/testing/with-long-timeout';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const MINUTE_MS = 60_000;
const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };
const OLD = 'the old password';
const NEW = 'the new password';

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

const member = async () => {
  const email = `Person+${randomUUID().slice(0, 8)}@Example.com`;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: OLD,
  });
  return { userId, email };
};
const login = (email: string, password: string) => system.rpc.call(identity.loginMember, { email, password, origin });
const isIn = async (token: string): Promise<boolean> =>
  (await codeOf(system.rpc.call(identity.resumeMemberSession, system.claimsOf(token)))) === 'answered';
const linkFor = async (email: string): Promise<string> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  if (token === null) throw new Error('No link was made');
  return token;
};
const reset = (token: string, password = NEW) =>
  system.rpc.call(withLongTimeout(identity.resetPassword), { token, password });
const change = (userId: string, currentPassword: string, newPassword = NEW) =>
  system.rpc.call(identity.changePassword, { userId, currentPassword, newPassword, origin });

describe('resetting a password', () => {
  it('sets the new one and ends every earlier token immediately', async () => {
    const { email } = await member();
    const sessions = [(await login(email, OLD)).token, (await login(email, OLD)).token];
    await reset(await linkFor(email));
    for (const session of sessions) expect(await isIn(session)).toBe(false);
    expect(await codeOf(login(email, OLD))).toBe('credentials_wrong');
    expect(await isIn((await login(email, NEW)).token)).toBe(true);
  });

  it('happens once of a hundred simultaneous uses of a link', async () => {
    const { email } = await member();
    const token = await linkFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => ({
        index,
        code: await codeOf(reset(token, `password ${index}`)),
      })),
    );
    const [winner, ...others] = outcomes.filter(({ code }) => code === 'answered');
    expect(others).toEqual([]);
    for (const { code } of outcomes) expect(['answered', 'link_invalid', 'too_many_requests']).toContain(code);
    await login(email, `password ${winner?.index}`);
    expect(await codeOf(reset(token))).toBe('link_invalid');
  });

  it('ends the other links of the account, and is refused with one for something else or a made-up one', async () => {
    const { email } = await member();
    const [elder, token] = [await linkFor(email), await linkFor(email)];
    await reset(token);
    expect(await codeOf(reset(elder))).toBe('link_invalid');
    const { token: setup } = await system.issueLink({
      email: `${randomUUID()}@example.com`,
      purpose: 'setup',
    });
    expect(await codeOf(reset(setup!))).toBe('link_invalid');
    expect(await codeOf(reset('made-up'))).toBe('link_invalid');
    expect(await codeOf(login(email, NEW))).toBe('answered');
  });

  it('is refused by a link to a mailbox that the account no longer has', async () => {
    const { userId, email } = await member();
    const token = await linkFor(email);
    await system.database.query('UPDATE users SET email_key = $2 WHERE id = $1', [
      userId,
      `moved-${email.toLowerCase()}`,
    ]);
    expect(await codeOf(reset(token))).toBe('link_invalid');
  });

  it('lets in a holder who was shut out by another person’s guesses', async () => {
    const { email } = await member();
    for (let guess = 1; guess <= 5; guess += 1) await codeOf(login(email, 'a guess'));
    expect(await codeOf(login(email, OLD))).toBe('too_many_attempts');
    await reset(await linkFor(email));
    expect(await codeOf(login(email, NEW))).toBe('answered');
  });

  it('has no link for an unknown address, nor for a deactivated account', async () => {
    expect(await system.issueLink({ email: 'nobody@example.com', purpose: 'reset' })).toEqual({
      token: null,
    });
    const { userId, email } = await member();
    const token = await linkFor(email);
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
    expect(await system.issueLink({ email, purpose: 'reset' })).toEqual({
      token: null,
      isRefused: true,
    });
    expect(await codeOf(reset(token))).toBe('account_deactivated');
  });
});

describe('changing a password', () => {
  it('ends every other token and answers a fresh one', async () => {
    const { userId, email } = await member();
    const sessions = [(await login(email, OLD)).token, (await login(email, OLD)).token];
    const link = await linkFor(email);
    const { token } = await change(userId, OLD);
    for (const session of sessions) expect(await isIn(session)).toBe(false);
    expect(await isIn(token)).toBe(true);
    expect(await codeOf(reset(link))).toBe('link_invalid');
    expect(await codeOf(login(email, NEW))).toBe('answered');
  });

  it('is refused to a caller who does not know the present one, and slowed down from the fifth failure on', async () => {
    const { userId, email } = await member();
    const session = (await login(email, OLD)).token;
    for (let failure = 1; failure <= 5; failure += 1) {
      await expect(change(userId, 'a guess')).rejects.toMatchObject({
        code: 'current_password_wrong',
        message: 'Current password is incorrect',
      });
    }
    await expect(change(userId, OLD)).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: 60 });
    expect(await isIn(session)).toBe(true);
  });

  it('succeeds once of four at the same time', async () => {
    const { userId, email } = await member();
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, index) => codeOf(change(userId, OLD, `new password ${index}`))),
    );
    expect(outcomes.filter((code) => code === 'answered')).toHaveLength(1);
    expect(await codeOf(login(email, OLD))).toBe('credentials_wrong');
  });
});

describe('the lifetime of links', () => {
  it('ends a link for resetting after 60 minutes, not before', async () => {
    const [early, late] = [await member(), await member()];
    const [one, other] = [await linkFor(early.email), await linkFor(late.email)];
    await system.setClockAhead(59 * MINUTE_MS);
    expect(await codeOf(reset(one))).toBe('answered');
    await system.setClockAhead(60 * MINUTE_MS + 1_000);
    expect(await codeOf(reset(other))).toBe('link_invalid');
    await system.setClockAhead(0);
  });
});

describe('a password that is among the first that anybody tries', () => {
  const MOST_COMMON = 'This password is one of the most common ones. Please choose another.';
  const OF_THE_HOLDER =
    'This password can be guessed from your name, your email or the name of this site. Please choose another.';
  const COMMON: [string, string][] = [
    ['Password1', MOST_COMMON],
    ['qwertyuiop', MOST_COMMON],
    ['GraceAdeyemi1990', OF_THE_HOLDER],
    ['Lectern-2026', OF_THE_HOLDER],
  ];

  it.each(COMMON)('is refused at registration: %s', async (password, message) => {
    const email = `Person+${randomUUID().slice(0, 8)}@Example.com`;
    await expect(
      system.rpc.call(identity.registerAccount, { email, firstName: 'Grace', lastName: 'Adeyemi', password }),
    ).rejects.toMatchObject({ code: 'password_common', fields: { password: message } });
    expect(await system.database.query('SELECT 1 FROM users WHERE email_key = $1', [email.toLowerCase()])).toEqual([]);
  });

  it.each(COMMON)('is refused when a paid account is set up, and its link stays: %s', async (password, message) => {
    const email = `${randomUUID()}@example.com`;
    const { token } = await system.issueLink({ email, purpose: 'setup' });
    const setUp = (chosen: string) =>
      system.rpc.call(identity.setUpAccount, {
        email,
        firstName: 'Grace',
        lastName: 'Adeyemi',
        division: 'development',
        password: chosen,
        credential: { kind: 'token', token: token! },
      });
    await expect(setUp(password)).rejects.toMatchObject({ code: 'password_common', fields: { password: message } });
    expect(await codeOf(setUp(NEW))).toBe('answered');
  });

  it.each(COMMON)('is refused by a reset link, which stays, and ends no session: %s', async (password, message) => {
    const { email } = await member();
    const session = (await login(email, OLD)).token;
    const token = await linkFor(email);
    await expect(reset(token, password)).rejects.toMatchObject({
      code: 'password_common',
      fields: { password: message },
    });
    expect(await isIn(session)).toBe(true);
    expect(await codeOf(reset(token))).toBe('answered');
  });

  it.each(COMMON)('is refused as a new password, which counts as no wrong guess: %s', async (password, message) => {
    const { userId, email } = await member();
    for (let times = 0; times < 6; times += 1) {
      await expect(change(userId, OLD, password)).rejects.toMatchObject({
        code: 'password_common',
        fields: { newPassword: message },
      });
    }
    expect(await codeOf(login(email, OLD))).toBe('answered');
    expect(await codeOf(change(userId, OLD))).toBe('answered');
  });

  it('still signs in an account that has it already, continues its registration, and can be changed', async () => {
    const { userId, email } = await member();
    // As stored before new passwords were checked.
    await system.database.query('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, await hash('Password1')]);
    expect(await codeOf(login(email, 'Password1'))).toBe('answered');
    expect(
      await codeOf(
        system.rpc.call(identity.registerAccount, {
          email,
          firstName: 'Grace',
          lastName: 'Adeyemi',
          password: 'Password1',
        }),
      ),
    ).toBe('answered');
    expect(await codeOf(change(userId, 'Password1'))).toBe('answered');
  });
});
