import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsMade, membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted, emailChanged, linkRequested } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { membershipEvent } from '../testing/membership-event.ts';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
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
const member = async (email = newAddress()) => {
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: PASSWORD,
  });
  return { userId, email };
};
const login = (email: string) => system.rpc.call(identity.loginMember, { email, password: PASSWORD, origin });
const seen = async (email: string) =>
  system.rpc.call(identity.resumeMemberSession, system.claimsOf((await login(email)).token));
const update = (
  { userId, email }: { userId: string; email: string },
  change: Partial<RpcInput<typeof identity.updateProfile>> = {},
) =>
  system.rpc.call(identity.updateProfile, {
    userId,
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    currentPassword: PASSWORD,
    origin,
    ...change,
  });
const linkFor = async (userId: string, email: string): Promise<string | null> =>
  (await system.issueLink({ email, purpose: 'email_change', userId })).token;
const confirm = ({ userId }: { userId: string }, token: string | null) =>
  system.rpc.call(identity.confirmEmail, { token: token ?? 'none', userId });
const lastPublished = async (userId: string) =>
  (await system.publishedEvents(accountChanged)).filter((event) => event.userId === userId).at(-1);

describe('names and division', () => {
  it('change immediately, and are published', async () => {
    const one = await member();
    expect(await update(one, { firstName: 'Gracia', division: 'professional' })).toEqual({ pendingEmail: null });
    expect(await seen(one.email)).toMatchObject({
      firstName: 'Gracia',
      lastName: 'Adeyemi',
      division: 'professional',
      email: one.email,
    });
    expect(await lastPublished(one.userId)).toMatchObject({
      version: 2,
      firstName: 'Gracia',
      division: 'professional',
    });
    await update(one, { firstName: 'Gracia' });
    expect(await seen(one.email)).toMatchObject({ division: 'professional' });
    expect(await lastPublished(one.userId)).toMatchObject({ version: 2 });
  });

  it('say whether the division was chosen: not by registering, and not by saving a name', async () => {
    const one = await member();
    expect(await seen(one.email)).toMatchObject({ division: 'development', hasChosenDivision: false });
    await update(one, { firstName: 'Gracia' });
    expect(await seen(one.email)).toMatchObject({ hasChosenDivision: false });
    await update(one, { division: 'development' });
    expect(await seen(one.email)).toMatchObject({ division: 'development', hasChosenDivision: true });
    await update(one, {});
    expect(await seen(one.email)).toMatchObject({ hasChosenDivision: true });
  });

  it('come with another way of writing the same address', async () => {
    const one = await member();
    expect(await update(one, { email: one.email.toUpperCase() })).toEqual({ pendingEmail: null });
    expect(await lastPublished(one.userId)).toMatchObject({ email: one.email.toUpperCase() });
  });
});

describe('the current password', () => {
  const withoutPassword = (
    { userId, email }: { userId: string; email: string },
    change: Partial<RpcInput<typeof identity.updateProfile>>,
  ) =>
    system.rpc.call(identity.updateProfile, {
      userId,
      email,
      firstName: 'Grace',
      lastName: 'Adeyemi',
      origin,
      ...change,
    });

  it('is needed for another address: without it, or with another one, nothing changes', async () => {
    const one = await member();
    const email = newAddress();
    for (const currentPassword of [undefined, '']) {
      const asked = withoutPassword(one, {
        email,
        firstName: 'Gracia',
        ...(currentPassword === undefined ? {} : { currentPassword }),
      });
      await expect(asked).rejects.toMatchObject({
        code: 'invalid_request',
        fields: { currentPassword: 'Please enter your current password' },
      });
    }
    const guessed = update(one, { email, firstName: 'Gracia', currentPassword: 'a wrong password' });
    await expect(guessed).rejects.toMatchObject({
      code: 'current_password_wrong',
      fields: { currentPassword: 'Current password is incorrect' },
    });
    expect(await seen(one.email)).toMatchObject({ firstName: 'Grace', pendingEmail: null });
    expect((await system.publishedEvents(linkRequested)).filter(({ userId }) => userId === one.userId)).toEqual([]);
  });

  it('is not checked where the address stays, in any letter case', async () => {
    const one = await member();
    expect(await withoutPassword(one, { firstName: 'Gracia' })).toEqual({ pendingEmail: null });
    expect(await update(one, { email: one.email.toUpperCase(), currentPassword: 'a wrong password' })).toEqual({
      pendingEmail: null,
    });
  });

  it('is not needed where no address is named, which leaves a pending change as it is', async () => {
    const one = await member();
    const email = newAddress();
    await update(one, { email });
    const { userId } = one;
    expect(
      await system.rpc.call(identity.updateProfile, {
        userId,
        firstName: 'Gracia',
        lastName: 'Adeyemi',
        division: 'professional',
      }),
    ).toEqual({ pendingEmail: email });
    expect(await seen(one.email)).toMatchObject({
      firstName: 'Gracia',
      division: 'professional',
      email: one.email,
      pendingEmail: email,
    });
    expect((await system.publishedEvents(linkRequested)).filter((event) => event.userId === userId)).toHaveLength(1);
  });

  it('counts for its session, apart from failed sign-ins, and a right one forgets them', async () => {
    const one = await member();
    const sessionId = randomUUID();
    const guess = () => codeOf(update(one, { email: newAddress(), currentPassword: 'a wrong password', sessionId }));
    for (let failed = 1; failed <= 4; failed += 1) expect(await guess()).toBe('current_password_wrong');
    expect(await codeOf(update(one, { email: newAddress(), sessionId }))).toBe('answered');
    for (let failed = 1; failed <= 5; failed += 1) expect(await guess()).toBe('current_password_wrong');
    expect(await codeOf(update(one, { email: newAddress(), sessionId }))).toBe('too_many_attempts');
    expect(await codeOf(update(one, { email: newAddress(), sessionId: randomUUID() }))).toBe('answered');
    expect(await codeOf(login(one.email))).toBe('answered');
  });
});

describe('a new email address', () => {
  it('takes effect once its mailbox confirmed it, and the old mailbox is notified', async () => {
    const one = await member();
    const email = newAddress();
    expect(await update(one, { email, firstName: 'Gracia' })).toEqual({ pendingEmail: email });
    expect(await seen(one.email)).toMatchObject({ email: one.email, firstName: 'Gracia', pendingEmail: email });
    expect((await system.publishedEvents(linkRequested)).at(-1)).toMatchObject({
      purpose: 'email_change',
      email,
      userId: one.userId,
    });
    expect((await system.publishedEvents(emailChanged)).filter(({ userId }) => userId === one.userId)).toEqual([]);
    const token = await linkFor(one.userId, email);
    expect(await Promise.all([confirm(one, token), confirm(one, token)])).toEqual(Array(2).fill({ isChanged: true }));
    expect(await seen(email)).toMatchObject({ id: one.userId, email, pendingEmail: null });
    expect(await codeOf(login(one.email))).toBe('credentials_wrong');
    expect(await lastPublished(one.userId)).toMatchObject({ email, version: 3 });
    expect((await system.publishedEvents(emailChanged)).at(-1)).toEqual({
      userId: one.userId,
      version: 3,
      oldEmail: one.email,
      newEmail: email,
      wasVerified: false,
      firstName: 'Gracia',
    });
    // Pressed again, in another tab for example.
    expect(await confirm(one, token)).toEqual({ isChanged: true });
    expect(await lastPublished(one.userId)).toMatchObject({ email, version: 3 });
    await update(one, { email: one.email });
    await confirm(one, await linkFor(one.userId, one.email));
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
  });

  it('is the one that was asked for last; links to others, and to the address before, end', async () => {
    const one = await member();
    const [first, second] = [newAddress(), newAddress()];
    const { token: reset } = await system.issueLink({ email: one.email, purpose: 'reset' });
    await update(one, { email: first });
    const elder = await linkFor(one.userId, first);
    await update(one, { email: second });
    expect(await codeOf(confirm(one, elder))).toBe('link_invalid');
    expect(await linkFor(one.userId, first)).toBeNull();
    await confirm(one, await linkFor(one.userId, second));
    expect(await codeOf(system.rpc.call(identity.resetPassword, { token: reset!, password: 'a stranger’s own' }))).toBe(
      'link_invalid',
    );
    expect(
      await system.database.query('SELECT 1 FROM account_tokens WHERE user_id = $1 AND used_at IS NULL', [one.userId]),
    ).toEqual([]);
  });

  it('is given up by saving the current one', async () => {
    const one = await member();
    const email = newAddress();
    await update(one, { email });
    const token = await linkFor(one.userId, email);
    await update(one);
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    expect(await seen(one.email)).toMatchObject({ email: one.email });
  });

  it.each<[string, (one: { userId: string; email: string }) => Promise<unknown>]>([
    [
      'a changed password',
      ({ userId }) => {
        const change = { currentPassword: PASSWORD, newPassword: 'another good one' };
        return system.rpc.call(identity.changePassword, { userId, ...change, origin });
      },
    ],
    [
      'a reset password',
      async ({ email }) => {
        const { token } = await system.issueLink({ email, purpose: 'reset' });
        await system.rpc.call(identity.resetPassword, { token: token!, password: 'another good one' });
      },
    ],
    ['logging out everywhere', ({ userId }) => system.rpc.call(identity.endAllSessions, { userId })],
    [
      'deactivation, also once the account is active again',
      async ({ userId }) => {
        const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
        const change = {
          userId,
          reason: 'A stranger was at it',
          by: { adminId: admin!.id, role: 'owner' as const, origin },
        };
        await system.rpc.call(identity.deactivateMember, change);
        await system.rpc.call(identity.reactivateMember, change);
      },
    ],
  ])('is withdrawn by %s, and its link has ended', async (_what, act) => {
    const one = await member();
    const email = newAddress();
    await update(one, { email });
    const token = await linkFor(one.userId, email);
    await act(one);
    expect(token).not.toBeNull();
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    expect(await system.database.query('SELECT pending_email FROM users WHERE id = $1', [one.userId])).toEqual([
      { pending_email: null },
    ]);
  });

  it('reveals no other account that has it, before its mailbox confirmed it', async () => {
    const [one, other] = [await member(), await member()];
    expect(await update(one, { email: other.email })).toEqual({ pendingEmail: other.email });
    await expect(confirm(one, await linkFor(one.userId, other.email))).rejects.toMatchObject({
      code: 'email_taken',
      // It may be another person's, who shares the mailbox, and deleting it costs what was paid for.
      message: expect.stringMatching(/keep your present email.*only if.*yours.*without a refund/),
    });
    expect(await seen(other.email)).toMatchObject({ id: other.userId });
    expect(await seen(one.email)).toMatchObject({ id: one.userId });
  });

  it('waits no longer for an address that another account turned out to have, and its link goes on saying so', async () => {
    const [one, other] = [await member(), await member()];
    await update(one, { email: other.email });
    expect(await seen(one.email)).toMatchObject({ pendingEmail: other.email });
    const link = await linkFor(one.userId, other.email);
    expect(await codeOf(confirm(one, link))).toBe('email_taken');
    expect(await seen(one.email)).toMatchObject({ pendingEmail: null });
    expect(await codeOf(confirm(one, link))).toBe('email_taken');
  });

  it('gets three emails an hour, however many accounts ask for it, also in the same moment', async () => {
    const email = newAddress();
    const accounts = await Promise.all(Array.from({ length: 6 }, () => member()));
    const answers = await Promise.all(accounts.map((one) => codeOf(update(one, { email }))));
    expect(answers.sort()).toEqual([
      'answered',
      'answered',
      'answered',
      'too_many_requests',
      'too_many_requests',
      'too_many_requests',
    ]);
    expect((await system.publishedEvents(linkRequested)).filter((event) => event.email === email)).toHaveLength(3);
  });

  it('cannot be kept from its holder by an account opened for it after they asked, unless that was paid for or verified', async () => {
    const opened = async (about: (stranger: { userId: string; email: string }) => Promise<unknown>) => {
      const [one, email] = [await member(), newAddress()];
      await update(one, { email });
      const token = await linkFor(one.userId, email);
      const stranger = await member(email);
      await about(stranger);
      return { one, stranger, confirmed: await codeOf(confirm(one, token)) };
    };
    const { one, stranger, confirmed } = await opened(async () => undefined);
    expect(confirmed).toBe('answered');
    expect(await seen(stranger.email)).toMatchObject({ id: one.userId });
    const kept = [
      await opened(({ userId, email }) => system.deliverEvent(membershipChanged, membershipEvent(userId, email))),
      await opened(async (other) =>
        confirm(
          other,
          (
            await system.issueLink({
              email: other.email,
              purpose: 'verify_email',
              userId: other.userId,
            })
          ).token,
        ),
      ),
    ];
    for (const { stranger: other, confirmed: code } of kept) {
      expect(code).toBe('email_taken');
      expect(await seen(other.email)).toMatchObject({ id: other.userId });
    }
  });

  it('is exchanged with another account by neither of two who confirm it in the same moment, and neither fails', async () => {
    const [one, other] = [await member(), await member()];
    await update(one, { email: other.email });
    await update(other, { email: one.email });
    const links = [await linkFor(one.userId, other.email), await linkFor(other.userId, one.email)];
    for (let turn = 0; turn < 30; turn += 1) {
      await system.database.query(
        `UPDATE users SET pending_email = CASE id WHEN $1 THEN $4 ELSE $3 END WHERE id IN ($1, $2)`,
        [one.userId, other.userId, one.email, other.email],
      );
      expect(await Promise.all([codeOf(confirm(one, links[0]!)), codeOf(confirm(other, links[1]!))])).toEqual([
        'email_taken',
        'email_taken',
      ]);
    }
  });

  it('goes to one of two who confirm it at the same moment', async () => {
    const email = newAddress();
    const both = [await member(), await member()];
    for (const one of both) await update(one, { email });
    const tokens = await Promise.all(both.map(({ userId }) => linkFor(userId, email)));
    expect((await Promise.all(tokens.map((token, index) => codeOf(confirm(both[index]!, token))))).sort()).toEqual([
      'answered',
      'email_taken',
    ]);
  });

  it('gets at most three emails an hour', async () => {
    const one = await member();
    for (let asked = 1; asked <= 3; asked += 1) await update(one, { email: newAddress() });
    await expect(update(one, { email: newAddress(), firstName: 'Gracia' })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfter: 3_600,
    });
    expect(await seen(one.email)).toMatchObject({ firstName: 'Grace' });
    await system.setClockAhead(61 * 60_000);
    expect(await codeOf(update(one, { email: newAddress() }))).toBe('answered');
    await system.setClockAhead(0);
  });

  it('takes memberships along, and brings what was paid for the new address', async () => {
    const one = await member();
    const event = membershipEvent(one.userId, one.email);
    await system.deliverEvent(membershipChanged, event);
    const email = newAddress();
    const customerId = `cus_${randomUUID()}`;
    await system.deliverEvent(claimsMade, { claims: [{ kind: 'customer', subjectId: customerId, email }] });
    await update(one, { email });
    await confirm(one, await linkFor(one.userId, email));
    expect(await seen(email)).toMatchObject({ subscriptionStatus: 'active', isEmailVerified: true });
    expect((await system.publishedEvents(claimsGranted)).flatMap(({ claims }) => claims)).toContainEqual({
      kind: 'customer',
      subjectId: customerId,
      userId: one.userId,
      emailKey: email.toLowerCase(),
    });
    await system.deliverEvent(membershipChanged, { ...event, version: 2, access: false, status: 'cancelled' });
    expect(await seen(email)).toMatchObject({ subscriptionStatus: 'inactive' });
  });

  it('takes nothing along that another person paid for the old one, which its next holder gets', async () => {
    const stranger = await member();
    const address = stranger.email;
    const customerId = `cus_${randomUUID()}`;
    await system.deliverEvent(claimsMade, { claims: [{ kind: 'customer', subjectId: customerId, email: address }] });
    const email = newAddress();
    await update(stranger, { email });
    await confirm(stranger, await linkFor(stranger.userId, email));
    const next = await member(address);
    const { token } = await system.issueLink({ email: address, purpose: 'reset' });
    await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
    const granted = (await system.publishedEvents(claimsGranted))
      .flatMap(({ claims }) => claims)
      .filter(({ subjectId }) => subjectId === customerId);
    expect(granted).toEqual([
      { kind: 'customer', subjectId: customerId, userId: next.userId, emailKey: address.toLowerCase() },
    ]);
  });

  it('waits until the mailbox is verified for an account that a payment set up', async () => {
    const email = newAddress();
    const customerId = `cus_${randomUUID()}`;
    await system.deliverEvent(claimsMade, { claims: [{ kind: 'customer', subjectId: customerId, email }] });
    const { userId } = await system.rpc.call(identity.setUpAccount, {
      email,
      firstName: 'Grace',
      lastName: 'Adeyemi',
      password: PASSWORD,
      division: 'development',
      credential: { kind: 'payment', customerId },
    });
    const next = newAddress();
    await expect(update({ userId, email }, { email: next })).rejects.toMatchObject({ code: 'email_unverified' });
    const { token } = await system.issueLink({ email, purpose: 'verify_email', userId });
    await confirm({ userId }, token);
    await update({ userId, email }, { email: next });
    await confirm({ userId }, await linkFor(userId, next));
    expect(await seen(next)).toMatchObject({ id: userId });
  });

  it('is not taken by a link from before such a payment was shown', async () => {
    const one = await member();
    const email = newAddress();
    await update(one, { email });
    const token = await linkFor(one.userId, email);
    await system.database.query(`INSERT INTO claims VALUES ('customer', $1, $2, $3, 'payment', now())`, [
      `cus_${randomUUID()}`,
      one.email.toLowerCase(),
      one.userId,
    ]);
    expect(await codeOf(confirm(one, token))).toBe('email_unverified');
    expect(await seen(one.email)).toMatchObject({ id: one.userId });
  });
});

describe('the lifetime of links', () => {
  it('ends a link for another address after a day', async () => {
    const one = await member();
    const email = newAddress();
    await update(one, { email });
    const token = await linkFor(one.userId, email);
    await system.setClockAhead(24 * 3_600_000 + 1_000);
    expect(await codeOf(confirm(one, token))).toBe('link_invalid');
    await system.setClockAhead(0);
  });
});
