import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsMade } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const origin = { ipAddress: null, userAgent: 'an administrator’s browser' };

let system: TestIdentity;
let adminId: string;

beforeAll(async () => {
  system = await startIdentity();
  adminId = (await system.database.query<{ id: string }[]>('SELECT id FROM admins'))[0]!.id;
});

afterAll(() => system.close());

const someone = async () => {
  const email = `person+${randomUUID().slice(0, 8)}@Example.com`;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Ada',
    lastName: 'Adeyemi',
    password: PASSWORD,
  });
  return { userId, email };
};
const logIn = (email: string, password = PASSWORD) =>
  system.rpc.call(identity.loginMember, { email, password, origin });
const resume = (token: string) => codeOf(system.rpc.call(identity.resumeMemberSession, system.claimsOf(token)));
const turn = (which: 'deactivateMember' | 'reactivateMember', userId: string, reason = 'asked for it') =>
  system.rpc.call(identity[which], { userId, reason, by: { adminId, role: 'owner', origin } });
const recorded = (userId: string) =>
  system.database.query<{ action: string; details: object; admin_id: string }[]>(
    `SELECT action, details, admin_id FROM admin_actions WHERE details->>'userId' = $1 ORDER BY created_at`,
    [userId],
  );
const accountEvents = async (of: string) =>
  (await system.publishedEvents(accountChanged)).filter(({ userId }) => userId === of);

describe('deactivating a member', () => {
  it('ends every token and emailed link immediately, and refuses the right password in clear words', async () => {
    const { userId, email } = await someone();
    const [one, other] = [(await logIn(email)).token, (await logIn(email)).token];
    const { token: link } = await system.issueLink({ email, purpose: 'reset' });
    expect(await resume(one)).toBe('answered');
    expect(await turn('deactivateMember', userId)).toEqual({ name: 'Ada Adeyemi', isChanged: true });
    for (const token of [one, other]) expect(await resume(token)).toBe('token_invalid');
    expect(await codeOf(logIn(email))).toBe('account_deactivated');
    expect(
      await codeOf(system.rpc.call(identity.resetPassword, { token: link!, password: 'another password' })),
    ).toMatch(/^(link_invalid|account_deactivated)$/);
  });

  it('is not revealed without the password', async () => {
    const { userId, email } = await someone();
    await turn('deactivateMember', userId);
    expect(await codeOf(logIn(email, 'a wrong password'))).toBe('credentials_wrong');
    expect(await codeOf(logIn('nobody.at.all@example.com'))).toBe('credentials_wrong');
    const again = { email, firstName: 'Ada', lastName: 'Adeyemi' };
    expect(await codeOf(system.rpc.call(identity.registerAccount, { ...again, password: 'a wrong password' }))).toBe(
      'email_taken',
    );
    expect(await codeOf(system.rpc.call(identity.registerAccount, { ...again, password: PASSWORD }))).toBe(
      'account_deactivated',
    );
  });

  it('is published with a new version, and recorded with its reason, once however often it is requested', async () => {
    const { userId, email } = await someone();
    const answers = await Promise.all([turn('deactivateMember', userId), turn('deactivateMember', userId)]);
    expect(answers.map(({ isChanged }) => isChanged).toSorted()).toEqual([false, true]);
    expect(await recorded(userId)).toEqual([
      { action: 'deactivate_member', admin_id: adminId, details: { email, userId, reason: 'asked for it' } },
    ]);
    expect(await accountEvents(userId)).toMatchObject([
      { version: 1, deactivatedAt: null },
      { version: 2, deactivatedAt: expect.stringMatching(/Z$/) },
    ]);
  });

  it('is reverted by reactivating, with the same password and without the tokens of before', async () => {
    const { userId, email } = await someone();
    const { token } = await logIn(email);
    await turn('deactivateMember', userId);
    expect(await turn('reactivateMember', userId, 'settled')).toMatchObject({ isChanged: true });
    expect(await turn('reactivateMember', userId, 'settled')).toMatchObject({ isChanged: false });
    expect(await resume(token)).toBe('token_invalid');
    expect(await resume((await logIn(email)).token)).toBe('answered');
    expect((await recorded(userId)).map(({ action }) => action)).toEqual(['deactivate_member', 'reactivate_member']);
    expect((await accountEvents(userId)).at(-1)).toMatchObject({ version: 3, deactivatedAt: null });
  });

  it('brings an unverified account what is paid for its address afterwards, to be refunded, and nothing that was paid before', async () => {
    const { userId, email } = await someone();
    const claim = (madeAt: Date) => ({
      kind: 'customer' as const,
      subjectId: `cus_${randomUUID()}`,
      email,
      madeAt: madeAt.toISOString(),
    });
    const [paidBefore, receivedLate] = [claim(new Date()), claim(new Date())];
    await system.deliverEvent(claimsMade, { claims: [paidBefore] });
    await turn('deactivateMember', userId);
    const paidAfter = claim(new Date());
    await system.deliverEvent(claimsMade, { claims: [paidBefore, receivedLate, paidAfter] });
    const granted = (await system.publishedEvents(claimsGranted))
      .flatMap(({ claims }) => claims)
      .filter((candidate) => candidate.userId === userId);
    expect(granted.map(({ subjectId }) => subjectId)).toEqual([paidAfter.subjectId]);
  });

  it('is refused for an unknown account', async () => {
    expect(await codeOf(turn('deactivateMember', randomUUID()))).toBe('not_found');
    expect(await codeOf(turn('reactivateMember', randomUUID()))).toBe('not_found');
  });
});
