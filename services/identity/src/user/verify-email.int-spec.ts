import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsMade } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted, emailChanged, linkRequested } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { claimsMade as entriesClaimed } from '@lectern/contracts/registrations/events';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const HOUR_MS = 3_600_000;
const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

beforeEach(async () => {
  await system.forgetFailures();
});

afterAll(() => system.close());

interface Member {
  readonly userId: string;
  readonly email: string;
}

const newAddress = (): string => `Person+${randomUUID().slice(0, 8)}@Example.com`;
const member = async (): Promise<Member> => {
  const email = newAddress();
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: PASSWORD,
  });
  return { userId, email };
};
const login = async (email: string) =>
  system.claimsOf((await system.rpc.call(identity.loginMember, { email, password: PASSWORD, origin })).token);
const seen = async ({ email }: Member) => system.rpc.call(identity.resumeMemberSession, await login(email));
const linkFor = async ({ userId, email }: Member): Promise<string | null> =>
  (await system.issueLink({ email, purpose: 'verify_email', userId })).token;
const confirm = ({ userId }: Pick<Member, 'userId'>, token: string | null) =>
  system.rpc.call(identity.confirmEmail, { token: token ?? 'none', userId });
const ask = ({ userId }: Member) => system.rpc.call(identity.requestEmailVerification, { userId });
const emailsOf = async ({ userId }: Member) =>
  (await system.publishedEvents(linkRequested)).filter((event) => event.userId === userId);
const resetPassword = async ({ email }: Member): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
};
const moveTo = async (one: Member, email: string): Promise<Member> => {
  await system.rpc.call(identity.updateProfile, {
    userId: one.userId,
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    currentPassword: PASSWORD,
  });
  const { token } = await system.issueLink({ email, purpose: 'email_change', userId: one.userId });
  await confirm(one, token);
  return { ...one, email };
};

describe('the link that verifies an address', () => {
  it('does so, changes neither address nor session, and publishes it', async () => {
    const one = await member();
    const claims = await login(one.email);
    expect(await system.rpc.call(identity.resumeMemberSession, claims)).toMatchObject({ isEmailVerified: false });
    expect((await system.rpc.call(identity.exportPerson, { userId: one.userId })).verifiedEmail).toBeNull();
    expect(await confirm(one, await linkFor(one))).toEqual({ isChanged: false });
    expect(await system.rpc.call(identity.resumeMemberSession, claims)).toMatchObject({
      id: one.userId,
      email: one.email,
      pendingEmail: null,
      isEmailVerified: true,
    });
    expect((await system.rpc.call(identity.exportPerson, { userId: one.userId })).verifiedEmail).toBe(one.email);
    expect((await system.publishedEvents(accountChanged)).filter(({ userId }) => userId === one.userId)).toEqual([
      expect.objectContaining({ version: 1, emailVerifiedAt: null }),
      expect.objectContaining({ version: 2, emailVerifiedAt: expect.any(String) }),
    ]);
    expect((await system.publishedEvents(emailChanged)).filter(({ userId }) => userId === one.userId)).toEqual([]);
  });

  it('answers the same when it is followed again, concurrently, or after another verification, and the first time stays', async () => {
    const one = await member();
    const [token, other] = [await linkFor(one), await linkFor(one)];
    expect(await Promise.all(Array.from({ length: 10 }, () => codeOf(confirm(one, token))))).toEqual(
      Array.from({ length: 10 }, () => 'answered'),
    );
    const verifiedAt = () =>
      system.database.query<unknown[]>('SELECT email_verified_at FROM users WHERE id = $1', [one.userId]);
    const first = await verifiedAt();
    for (const again of [token, other]) expect(await confirm(one, again)).toEqual({ isChanged: false });
    expect(await verifiedAt()).toEqual(first);
    const two = await member();
    const before = await linkFor(two);
    await resetPassword(two);
    expect(await confirm(two, before)).toEqual({ isChanged: false });
  });

  it('is made for the present address of an account that has not verified it, and for nobody else', async () => {
    const one = await member();
    expect(await linkFor({ ...one, email: one.email.toUpperCase() })).toEqual(expect.any(String));
    expect(await linkFor({ ...one, email: newAddress() })).toBeNull();
    expect(await linkFor({ ...one, userId: randomUUID() })).toBeNull();
    expect((await system.issueLink({ email: one.email, purpose: 'verify_email' })).token).toBeNull();
    const [gone, reset] = [await member(), await member()];
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [gone.userId]);
    expect(await linkFor(gone)).toBeNull();
    await resetPassword(reset);
    expect(await linkFor(reset)).toBeNull();
    await confirm(one, await linkFor(one));
    expect(await linkFor(one)).toBeNull();
  });

  it('is good for the mailbox that it was sent to alone: not once the account has another address', async () => {
    const one = await member();
    const token = await linkFor(one);
    const moved = await moveTo(one, newAddress());
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    expect(await seen(moved)).toMatchObject({ email: moved.email, isEmailVerified: true });
  });

  it('is good for its purpose alone', async () => {
    const one = await member();
    const token = await linkFor(one);
    expect(await codeOf(system.rpc.call(identity.resetPassword, { token: token!, password: 'a stranger’s own' }))).toBe(
      'link_invalid',
    );
    const { token: reset } = await system.issueLink({ email: one.email, purpose: 'reset' });
    expect(await codeOf(confirm(one, reset))).toBe('link_invalid');
    expect(await seen(one)).toMatchObject({ isEmailVerified: false });
  });

  it('ends with a new password, like every link that was mailed before', async () => {
    const one = await member();
    const token = await linkFor(one);
    await system.rpc.call(identity.changePassword, {
      userId: one.userId,
      currentPassword: PASSWORD,
      newPassword: PASSWORD,
      origin,
    });
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    expect(await seen(one)).toMatchObject({ isEmailVerified: false });
  });

  it('is of no use after the account was deactivated or deleted', async () => {
    const [off, gone] = [await member(), await member()];
    const [offToken, goneToken] = [await linkFor(off), await linkFor(gone)];
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [off.userId]);
    await system.rpc.call(identity.deleteAccount, { userId: gone.userId, currentPassword: PASSWORD, origin });
    expect(await codeOf(confirm(off, offToken))).toBe('account_deactivated');
    expect(await codeOf(confirm(gone, goneToken))).toBe('link_invalid');
  });

  it('is good for the signed-in account that asked for it alone', async () => {
    const [one, other] = [await member(), await member()];
    expect(await codeOf(confirm(other, await linkFor(one)))).toBe('link_invalid');
    expect(await seen(one)).toMatchObject({ isEmailVerified: false });
    expect(await seen(other)).toMatchObject({ isEmailVerified: false });
  });

  it('brings what was paid for that mailbox, whichever came first, and nothing before it', async () => {
    const [one, two] = [await member(), await member()];
    const claim = ({ email }: Member) => ({ kind: 'customer' as const, subjectId: `cus_${randomUUID()}`, email });
    const [early, late] = [claim(one), claim(two)];
    const grantOf = ({ email, ...claimed }: typeof early) => ({ ...claimed, emailKey: email.toLowerCase() });
    const granted = async () =>
      (await system.publishedEvents(claimsGranted))
        .flatMap(({ claims }) => claims)
        .filter(({ subjectId }) => [early.subjectId, late.subjectId].includes(subjectId));
    await system.deliverEvent(claimsMade, { claims: [early] });
    expect(await granted()).toEqual([]);
    await confirm(one, await linkFor(one));
    expect(await granted()).toEqual([{ ...grantOf(early), userId: one.userId }]);
    await confirm(two, await linkFor(two));
    await system.deliverEvent(claimsMade, { claims: [late] });
    expect(await granted()).toContainEqual({ ...grantOf(late), userId: two.userId });
  });

  it('brings a payment that was refused to another account, because it is for that mailbox by now', async () => {
    const [former, holder] = [await member(), await member()];
    const claim = { kind: 'tournament_entry' as const, subjectId: randomUUID() };
    const lastGranted = async () =>
      (await system.publishedEvents(claimsGranted))
        .flatMap(({ claims }) => claims)
        .filter(({ subjectId }) => subjectId === claim.subjectId)
        .at(-1);
    const toFormer = { ...claim, userId: former.userId, emailKey: former.email.toLowerCase() };
    await system.deliverEvent(entriesClaimed, { claims: [{ ...claim, email: former.email }] });
    await confirm(former, await linkFor(former));
    await confirm(holder, await linkFor(holder));
    expect(await lastGranted()).toEqual(toFormer);
    const corrected = { ...claim, email: holder.email };
    // A claim that is not refused stays granted.
    for (const made of [corrected, { ...corrected, refusedTo: randomUUID() }]) {
      await system.deliverEvent(entriesClaimed, { claims: [made] });
      expect(await lastGranted()).toEqual(toFormer);
    }
    await system.deliverEvent(entriesClaimed, { claims: [{ ...corrected, refusedTo: former.userId }] });
    expect(await lastGranted()).toEqual({
      ...claim,
      userId: holder.userId,
      emailKey: holder.email.toLowerCase(),
    });
  });
});

describe('the email with that link', () => {
  it('goes to the present address of the member who asks', async () => {
    const one = await member();
    expect(await ask(one)).toEqual({ isSent: true, email: one.email });
    expect(await emailsOf(one)).toMatchObject([
      { purpose: 'verify_email', email: one.email, firstName: 'Grace', userId: one.userId },
    ]);
  });

  it('is not sent where the address is verified', async () => {
    const one = await member();
    await confirm(one, await linkFor(one));
    expect(await ask(one)).toEqual({ isSent: false, email: one.email });
    expect(await emailsOf(one)).toEqual([]);
  });

  it('is sent once for requests within a few seconds', async () => {
    const one = await member();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(one)));
    expect(answers).toEqual(Array.from({ length: 8 }, () => ({ isSent: true, email: one.email })));
    expect(await emailsOf(one)).toHaveLength(1);
  });

  it('is sent three times an hour, beside emails to other addresses, and again an hour later', async () => {
    const one = await member();
    await system.rpc.call(identity.updateProfile, {
      userId: one.userId,
      email: newAddress(),
      firstName: 'Grace',
      lastName: 'Adeyemi',
      currentPassword: PASSWORD,
    });
    for (const seconds of [0, 10, 20]) {
      await system.setClockAhead(seconds * 1_000);
      expect(await codeOf(ask(one))).toBe('answered');
    }
    await system.setClockAhead(30_000);
    await expect(ask(one)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 3_600 });
    expect((await emailsOf(one)).filter(({ purpose }) => purpose === 'verify_email')).toHaveLength(3);
    await system.setClockAhead(HOUR_MS + 60_000);
    expect(await codeOf(ask(one))).toBe('answered');
    await system.setClockAhead(0);
  });

  it('is made for staff as well, within the same limit and recorded, while the account is neither verified nor deactivated', async () => {
    const [one, two] = [await member(), await member()];
    const [{ id: adminId }] = await system.database.query<[{ id: string }]>('SELECT id FROM admins');
    const by = { adminId, role: 'owner' as const, origin };
    const send = ({ userId }: Pick<Member, 'userId'>) =>
      system.rpc.call(identity.sendEmailVerification, { userId, by });
    const recorded = () =>
      system.database.query<{ details: object }[]>(
        `SELECT details FROM admin_actions WHERE action = 'send_email_verification' AND details->>'userId' = ANY($1)`,
        [[one.userId, two.userId]],
      );
    for (const seconds of [0, 10, 20]) {
      await system.setClockAhead(seconds * 1_000);
      // A button that is pressed twice.
      const answers = await Promise.all([send(one), send(one)]);
      expect(answers.map(({ isSent }) => isSent)).toEqual([true, true]);
      expect(answers.map(({ isRepeated }) => isRepeated).sort()).toEqual([false, true]);
    }
    await system.setClockAhead(30_000);
    expect(await codeOf(send(one))).toBe('too_many_requests');
    expect(await codeOf(ask(one))).toBe('too_many_requests');
    await system.setClockAhead(0);
    expect(await emailsOf(one)).toMatchObject(
      Array.from({ length: 3 }, () => ({ purpose: 'verify_email', email: one.email, isByStaff: true })),
    );
    expect(await recorded()).toHaveLength(3);

    await confirm(two, await linkFor(two));
    expect(await send(two)).toEqual({ isSent: false, isRepeated: false, email: two.email });
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [one.userId]);
    expect(await codeOf(send(one))).toBe('account_deactivated');
    expect(await codeOf(send({ userId: randomUUID() }))).toBe('not_found');
    expect(await recorded()).toHaveLength(3);
  });

  it('is refused for an unknown account', async () => {
    expect(await codeOf(ask({ userId: randomUUID(), email: '' }))).toBe('not_found');
  });
});

describe('the lifetime of links', () => {
  it('ends the link after three days', async () => {
    const one = await member();
    const token = await linkFor(one);
    await system.setClockAhead(72 * HOUR_MS - 60_000);
    const inTime = await linkFor(one);
    await system.setClockAhead(72 * HOUR_MS + 1_000);
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    expect(await codeOf(confirm(one, inTime))).toBe('answered');
    await system.setClockAhead(0);
  });
});
