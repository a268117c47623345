import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountChanged, accountDeleted, emailChanged } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { until } from '@lectern/test-kit/until';
import { pruneAccountLinks } from '../prune-account-links.job.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const NEXT = 'the holder’s new password';
const DAY_MS = 24 * 3_600_000;
const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };
const names = { firstName: 'Grace', lastName: 'Adeyemi' };

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

beforeEach(() => system.forgetFailures());

afterAll(() => system.close());

interface Member {
  readonly userId: string;
  readonly email: string;
}

const newAddress = (): string => `Person+${randomUUID().slice(0, 8)}@Example.com`;
const register = async (email = newAddress()): Promise<Member> => {
  const { userId } = await system.rpc.call(identity.registerAccount, { email, ...names, password: PASSWORD });
  return { userId, email };
};
const tokenFor = async (
  purpose: 'reset' | 'email_change' | 'verify_email' | 'email_undo',
  { userId, email }: Member,
): Promise<string | null> => (await system.issueLink({ email, purpose, userId })).token;
const confirm = async (purpose: 'email_change' | 'verify_email', one: Member): Promise<void> => {
  await system.rpc.call(identity.confirmEmail, { token: (await tokenFor(purpose, one)) ?? 'none', userId: one.userId });
};
const verified = async (email = newAddress()): Promise<Member> => {
  const one = await register(email);
  await confirm('verify_email', one);
  return one;
};
const moveTo = async ({ userId }: Member, email = newAddress(), currentPassword = PASSWORD): Promise<Member> => {
  await system.rpc.call(identity.updateProfile, { userId, email, ...names, currentPassword, origin });
  await confirm('email_change', { userId, email });
  return { userId, email };
};
const login = (email: string, password: string) => system.rpc.call(identity.loginMember, { email, password, origin });
const resume = (token: string) => system.rpc.call(identity.resumeMemberSession, system.claimsOf(token));
const seen = async (email: string, password = PASSWORD) => resume((await login(email, password)).token);
const undo = (token: string | null, password = NEXT) =>
  system.rpc.call(identity.undoEmailChange, { token: token ?? 'none', password });
const resetPassword = async ({ email }: Pick<Member, 'email'>, password: string): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password });
};

describe('the link that undoes a change of address', () => {
  it('gives the account its address back with a new password, ends every session, and publishes it', async () => {
    const before = await verified();
    const after = await moveTo(before);
    const { token: session } = await login(after.email, PASSWORD);
    await system.rpc.call(identity.updateProfile, {
      userId: after.userId,
      email: newAddress(),
      ...names,
      currentPassword: PASSWORD,
      origin,
    });
    const link = await tokenFor('email_undo', before);
    expect(await undo(link)).toMatchObject({ email: before.email });
    expect(await codeOf(resume(session))).toBe('token_invalid');
    for (const [email, password] of [
      [after.email, PASSWORD],
      [after.email, NEXT],
      [before.email, PASSWORD],
    ] as const)
      expect(await codeOf(login(email, password))).toBe('credentials_wrong');
    await system.forgetFailures();
    expect(await seen(before.email, NEXT)).toMatchObject({
      id: before.userId,
      email: before.email,
      pendingEmail: null,
      isEmailVerified: true,
    });
    expect(
      (await system.publishedEvents(accountChanged)).filter(({ userId }) => userId === before.userId).at(-1),
    ).toMatchObject({
      email: before.email,
      emailVerifiedAt: expect.any(String),
    });
    expect((await system.publishedEvents(emailChanged)).at(-1)).toMatchObject({
      userId: before.userId,
      oldEmail: after.email,
      newEmail: before.email,
      wasVerified: true,
      isUndo: true,
    });
    expect(await codeOf(undo(link))).toBe('link_invalid');
  });

  it('ends every other link of the account, of later changes too, and none is made for them afterwards', async () => {
    const first = await verified();
    const second = await moveTo(first);
    const third = await moveTo(second);
    const [back, ofSecond, reset] = [
      await tokenFor('email_undo', first),
      await tokenFor('email_undo', second),
      await tokenFor('reset', third),
    ];
    await undo(back);
    expect(await codeOf(undo(ofSecond))).toBe('link_invalid');
    expect(await codeOf(system.rpc.call(identity.resetPassword, { token: reset!, password: PASSWORD }))).toBe(
      'link_invalid',
    );
    for (const left of [first, second, third]) expect(await tokenFor('email_undo', left)).toBeNull();
  });

  it('is made for no address that staff replaced, and one that was made before ends', async () => {
    const first = await verified();
    await moveTo(await moveTo(first), first.email);
    const link = await tokenFor('email_undo', first);
    const [{ id: adminId }] = (await system.database.query<{ id: string }[]>('SELECT id FROM admins')) as [
      { id: string },
    ];
    const email = newAddress();
    await system.rpc.call(identity.correctMemberEmail, {
      userId: first.userId,
      email,
      reason: 'lost mailbox',
      by: { adminId, role: 'owner', origin },
      currentPassword: ADMIN.password,
    });
    await confirm('email_change', { userId: first.userId, email });
    expect((await system.publishedEvents(emailChanged)).at(-1)).toMatchObject({
      userId: first.userId,
      oldEmail: first.email,
      newEmail: email,
      wasVerified: true,
      isByStaff: true,
    });
    expect(await tokenFor('email_undo', first)).toBeNull();
    expect(link).not.toBeNull();
    expect(await codeOf(undo(link))).toBe('link_invalid');
    expect(await seen(email)).toMatchObject({ id: first.userId, email });
  });

  it('outlives later changes, undone ones too, and passwords that the holder of the account sets', async () => {
    const first = await verified();
    const second = await moveTo(first);
    const link = await tokenFor('email_undo', first);
    const third = await moveTo(second);
    await system.rpc.call(identity.changePassword, {
      userId: first.userId,
      currentPassword: PASSWORD,
      newPassword: 'one more password',
      origin,
    });
    await resetPassword(third, PASSWORD);
    await undo(await tokenFor('email_undo', second), PASSWORD);
    expect(await seen(second.email)).toMatchObject({ id: first.userId });
    expect(await undo(link)).toMatchObject({ email: first.email });
    expect(await seen(first.email, NEXT)).toMatchObject({ id: first.userId });
  });

  it('is used once by any number who try at the same time', async () => {
    const before = await verified();
    await moveTo(before);
    const links = [await tokenFor('email_undo', before), await tokenFor('email_undo', before)];
    const codes = await Promise.all([...links, ...links].map((link) => codeOf(undo(link))));
    expect(codes.toSorted()).toEqual(['answered', 'link_invalid', 'link_invalid', 'link_invalid']);
  });

  it('is made for no address that was never verified, none that the account did not leave, and no other account', async () => {
    const typed = await register();
    await moveTo(typed);
    const stays = await verified();
    const [left, other] = [await verified(), await verified()];
    await moveTo(left);
    for (const one of [typed, stays, { ...stays, email: newAddress() }, { ...left, userId: other.userId }])
      expect(await tokenFor('email_undo', one)).toBeNull();
  });

  it('works for seven days after the change, whenever it was emailed, and is forgotten then', async () => {
    const before = await verified();
    await moveTo(before);
    const early = await tokenFor('email_undo', before);
    await system.setClockAhead(7 * DAY_MS - 60_000);
    await system.wake(pruneAccountLinks);
    const late = await tokenFor('email_undo', before);
    expect(late).not.toBeNull();
    await system.setClockAhead(7 * DAY_MS + 60_000);
    for (const link of [early, late]) expect(await codeOf(undo(link))).toBe('link_invalid');
    expect(await tokenFor('email_undo', before)).toBeNull();
    await system.wake(pruneAccountLinks);
    await until('the address to be forgotten', async () => {
      const rows = await system.database.query<unknown[]>('SELECT 1 FROM link_requests WHERE email_key = $1', [
        before.email.toLowerCase(),
      ]);
      return rows.length === 0;
    });
    await system.setClockAhead(0);
  });

  it('refuses a common password, and still works', async () => {
    const before = await verified();
    await moveTo(before);
    const link = await tokenFor('email_undo', before);
    await expect(undo(link, 'password123')).rejects.toMatchObject({
      code: 'password_common',
      fields: { password: expect.any(String) },
    });
    expect(await codeOf(undo(link))).toBe('answered');
  });

  it('has nothing to undo where the account has the address already', async () => {
    const before = await verified();
    const after = await moveTo(before);
    const link = await tokenFor('email_undo', before);
    await moveTo(after, before.email);
    expect(await codeOf(undo(link))).toBe('link_invalid');
    expect(await seen(before.email)).toMatchObject({ id: before.userId });
  });

  it('works although an account was opened at the address meanwhile that never verified its mailbox', async () => {
    const before = await verified();
    const after = await moveTo(before);
    const link = await tokenFor('email_undo', before);
    const stranger = await register(before.email);
    expect(await undo(link)).toMatchObject({ email: before.email });
    expect(await seen(before.email, NEXT)).toMatchObject({ id: before.userId, isEmailVerified: true });
    expect((await system.publishedEvents(accountDeleted)).at(-1)).toMatchObject({
      userId: stranger.userId,
      verifiedEmail: null,
    });
    expect(await codeOf(login(after.email, PASSWORD))).toBe('credentials_wrong');
  });

  it('says what to do where another account has the address by now, and works once that is gone', async () => {
    const before = await verified();
    const after = await moveTo(before);
    const link = await tokenFor('email_undo', before);
    const other = await verified(before.email);
    await expect(undo(link)).rejects.toMatchObject({
      code: 'email_taken',
      message: expect.stringContaining('write to us'),
    });
    expect(await seen(after.email)).toMatchObject({ id: before.userId });
    // As the message says, by the reader of the mailbox.
    await resetPassword(other, PASSWORD);
    await system.rpc.call(identity.deleteAccount, { userId: other.userId, currentPassword: PASSWORD, origin });
    expect(await undo(link)).toMatchObject({ email: before.email });
  });

  it('is refused while the account is deactivated, and not made', async () => {
    const before = await verified();
    await moveTo(before);
    const link = await tokenFor('email_undo', before);
    const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
    const change = {
      userId: before.userId,
      reason: 'A stranger was at it',
      by: { adminId: admin!.id, role: 'owner' as const, origin },
    };
    await system.rpc.call(identity.deactivateMember, change);
    expect(await codeOf(undo(link))).toBe('account_deactivated');
    expect(await system.issueLink({ email: before.email, purpose: 'email_undo', userId: before.userId })).toEqual({
      token: null,
    });
    await system.rpc.call(identity.reactivateMember, change);
    expect(await codeOf(undo(link))).toBe('answered');
  });

  it('goes with its account, and is in its data file', async () => {
    const before = await verified();
    const after = await moveTo(before);
    const link = await tokenFor('email_undo', before);
    const { data } = await system.rpc.call(identity.exportPerson, { userId: before.userId });
    expect(data['requestsForLinks']).toContainEqual(
      expect.objectContaining({ purpose: 'email_undo', email: before.email }),
    );
    expect(data['mailedLinks']).toContainEqual(expect.objectContaining({ purpose: 'email_undo' }));
    await system.rpc.call(identity.deleteAccount, { userId: after.userId, currentPassword: PASSWORD, origin });
    expect(await codeOf(undo(link))).toBe('link_invalid');
    for (const table of ['link_requests', 'account_tokens'])
      expect(
        await system.database.query(`SELECT 1 FROM ${table} WHERE email_key = $1`, [before.email.toLowerCase()]),
      ).toEqual([]);
  });
});
