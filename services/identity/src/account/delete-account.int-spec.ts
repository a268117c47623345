import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimsMade,
  adminActed,
  membershipChanged,
  personErased as erasedByBilling,
} from '@lectern/contracts/billing/events';
import { accountDeleted, linkRequested } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { personErased as erasedByMessaging } from '@lectern/contracts/messaging/events';
import { personErased as erasedByRegistrations } from '@lectern/contracts/registrations/events';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
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

afterAll(() => system.close());

interface Somebody {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A member whose name is found nowhere else. */
const member = async (differences: { email?: string } = {}): Promise<Somebody> => {
  const mark = randomUUID().slice(0, 8);
  const person = {
    email: `Leaver.${mark}@Example.com`,
    firstName: `First${mark}`,
    lastName: `Last${mark}`,
    ...differences,
  };
  const { userId } = await system.rpc.call(identity.registerAccount, { ...person, password: PASSWORD });
  return { ...person, userId };
};
const login = (email: string) => system.rpc.call(identity.loginMember, { email, password: PASSWORD, origin });
const SESSION = randomUUID();
const end = ({ userId }: Somebody, currentPassword = PASSWORD) =>
  system.rpc.call(identity.deleteAccount, { userId, currentPassword, origin, sessionId: SESSION });
const verify = async ({ email }: Somebody): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
};
/** Once the list of people has followed. */
const traces = async ({ email, firstName, lastName }: Somebody) => {
  await until('the list of people to follow', async () => {
    const [{ marks }] = await system.database.query<[{ marks: number }]>(
      'SELECT count(*)::int AS marks FROM person_changes',
    );
    return marks === 0;
  });
  return rowsContaining(system.database, [email, firstName, lastName]);
};
const confirmAll = async ({ userId }: Somebody): Promise<void> => {
  for (const event of [erasedByMessaging, erasedByBilling, erasedByRegistrations])
    await system.deliverEvent(event, { userId });
};

describe('deleting an account', () => {
  it('leaves nothing of the person, ends every token, and touches nobody else', async () => {
    const [leaver, stayer] = [await member(), await member()];
    const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
    for (const who of [leaver, stayer]) {
      await verify(who);
      await system.deliverEvent(
        membershipChanged,
        membershipEvent(who.userId, who.email, { subscriptionId: `sub_${who.userId}` }),
      );
      const paidAsGuest = membershipEvent(null, who.email, { subscriptionId: `sub_old_${who.userId}` });
      await system.deliverEvent(claimsMade, {
        claims: [{ kind: 'customer', subjectId: paidAsGuest.customerId, email: who.email }],
      });
      await system.deliverEvent(membershipChanged, paidAsGuest);
      await system.rpc.call(identity.updateProfile, { ...who, email: `next.${who.email}`, currentPassword: PASSWORD });
      await system.rpc.call(identity.requestLink, { email: who.email, purpose: 'reset' });
      await system.issueLink({ email: who.email, purpose: 'reset' });
      await system.deliverEvent(adminActed, {
        by: { adminId: admin!.id, origin },
        action: 'sync_registration',
        details: {
          email: who.email,
          customerId: 'cus_1',
          reason: `Was ${who.email}, now:\n${who.email.toUpperCase()}.`,
        },
        at: new Date().toISOString(),
      });
    }
    const { token } = await login(leaver.email);
    const before = await traces(stayer);
    expect((await traces(leaver)).length).toBeGreaterThan(5);

    await end(leaver);
    expect(await codeOf(system.rpc.call(identity.resumeMemberSession, system.claimsOf(token)))).toBe('token_invalid');
    expect(await codeOf(login(leaver.email))).toBe('credentials_wrong');
    expect(await system.issueLink({ email: leaver.email, purpose: 'reset' })).toEqual({
      token: null,
    });
    const published = (await system.publishedEvents(accountDeleted)).filter(({ userId }) => userId === leaver.userId);
    expect(published).toMatchObject([
      { email: leaver.email, verifiedEmail: leaver.email, firstName: leaver.firstName },
    ]);
    // Only the event is left, until every service has received it.
    expect((await traces(leaver)).map((row) => row.split(':')[0])).toEqual(['outbox']);
    await system.deliverEvent(erasedByBilling, { userId: leaver.userId });
    expect(await traces(leaver)).toHaveLength(1);
    await confirmAll(leaver);
    expect(await traces(leaver)).toEqual([]);
    const same = (rows: string[]) =>
      rows.filter((row) => !row.startsWith('link_requests') && !row.startsWith('outbox')).toSorted();
    expect(same(await traces(stayer))).toEqual(same(before));
    const { rows } = await login(stayer.email).then(async () => ({
      rows: await system.database.query<object[]>(`SELECT details FROM admin_actions WHERE details->>'email' = ''`),
    }));
    expect(rows).toEqual([
      { details: { email: '', customerId: 'cus_1', reason: 'Was a deleted address, now:\na deleted address.' } },
    ]);
  });

  it('leaves nothing of an address that it had verified before, unless the address is another account’s now', async () => {
    const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
    const record = (details: Record<string, unknown>) =>
      system.deliverEvent(adminActed, {
        by: { adminId: admin!.id, origin },
        action: 'sync_registration',
        details,
        at: new Date().toISOString(),
      });
    const moveTo = async (who: Somebody, email: string): Promise<Somebody> => {
      await system.rpc.call(identity.updateProfile, { ...who, email, currentPassword: PASSWORD, origin });
      const { token } = await system.issueLink({ email, purpose: 'email_change', userId: who.userId });
      await system.rpc.call(identity.confirmEmail, { token: token!, userId: who.userId });
      return { ...who, email };
    };
    const leaver = await member();
    await verify(leaver);
    await system.rpc.call(identity.requestLink, { email: leaver.email, purpose: 'reset' });
    await until('the reset to be emailed', async () =>
      (await system.publishedEvents(linkRequested)).some(({ email }) => email === leaver.email),
    );
    await record({ email: leaver.email, reason: `Was ${leaver.email}.` });
    await record({ q: leaver.email });
    const shared = await moveTo(leaver, `Shared.${randomUUID()}@Example.com`);
    await record({ email: shared.email });
    const last = await moveTo(shared, `Last.${randomUUID()}@Example.com`);
    const formerAddresses = async () =>
      (await system.rpc.call(identity.exportPerson, { userId: leaver.userId })).data['formerAddresses'];
    expect(await formerAddresses()).toEqual([leaver, shared].map(({ email }) => ({ email: email.toLowerCase() })));
    const other = await member({ email: shared.email });
    await verify(other);
    expect(await formerAddresses()).toEqual([{ email: leaver.email.toLowerCase() }]);

    // Only typed, which makes it no address of the account.
    await system.rpc.call(identity.updateProfile, { ...last, email: other.email, currentPassword: PASSWORD, origin });

    await end(last);
    await confirmAll(leaver);
    expect(await traces(leaver)).toEqual([]);
    const kept = (await traces(other)).map((row) => row.split(':')[0]);
    expect(kept).toEqual(expect.arrayContaining(['users', 'admin_actions', 'outbox']));
  });

  it('erases the address from an administrator’s action in another service that was under way meanwhile', async () => {
    const [leaver, again] = [await member(), await member()];
    const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
    const lateActions = async () => {
      for (const { email } of [leaver, again])
        await system.deliverEvent(adminActed, {
          by: { adminId: admin!.id, origin },
          action: 'sync_registration',
          details: { email, reason: `Wrote from ${email}` },
          at: new Date().toISOString(),
        });
    };
    for (const who of [leaver, again]) await verify(who);
    for (const who of [leaver, again]) await end(who);
    await member({ email: again.email });
    await lateActions();
    for (const who of [leaver, again]) await confirmAll(who);
    expect(await traces(leaver)).toEqual([]);
    expect((await traces(again)).map((row) => row.split(':')[0])).toContain('admin_actions');
  });

  it('keeps a longer address of another person in the reason of an action', async () => {
    const leaver = await member();
    await verify(leaver);
    const reason = `Is not x${leaver.email} or ${leaver.email}.example`;
    const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
    await system.deliverEvent(adminActed, {
      by: { adminId: admin!.id, origin },
      action: 'sync_registration',
      details: { email: 'other@example.com', reason },
      at: new Date().toISOString(),
    });
    await end(leaver);
    expect(
      await system.database.query('SELECT 1 AS kept FROM admin_actions WHERE details->>$1 = $2', ['reason', reason]),
    ).toEqual([{ kept: 1 }]);
  });

  it('asks for the password, counts wrong ones for their session, and happens once', async () => {
    const leaver = await member();
    await expect(end(leaver, 'a wrong password')).rejects.toMatchObject({
      code: 'current_password_wrong',
      fields: { currentPassword: 'Current password is incorrect' },
    });
    for (let failed = 2; failed <= 5; failed += 1) await codeOf(end(leaver, 'a wrong password'));
    expect(await codeOf(end(leaver))).toBe('too_many_attempts');
    expect(await codeOf(login(leaver.email))).toBe('answered');
    await system.forgetFailures();
    const codes = await Promise.all([codeOf(end(leaver)), codeOf(end(leaver))]);
    expect(codes.toSorted()).toEqual(['answered', 'not_found']);
    expect(
      (await system.publishedEvents(accountDeleted)).filter(({ userId }) => userId === leaver.userId),
    ).toHaveLength(1);
  });

  it('names no address as verified that was only typed', async () => {
    const typed = await member();
    await end(typed);
    expect((await system.publishedEvents(accountDeleted)).at(-1)).toMatchObject({
      userId: typed.userId,
      verifiedEmail: null,
    });
  });

  it('does not end another person’s purchase: a claim of the mailbox stays for its holder', async () => {
    const stranger = await member();
    const customerId = `cus_${randomUUID()}`;
    await system.deliverEvent(claimsMade, {
      claims: [{ kind: 'customer', subjectId: customerId, email: stranger.email }],
    });
    await end(stranger);
    expect(await system.database.query('SELECT user_id FROM claims WHERE subject_id = $1', [customerId])).toEqual([
      { user_id: null },
    ]);
  });

  it('waits until the mailbox is verified for an account that a payment set up', async () => {
    const email = `paid+${randomUUID()}@example.com`;
    const credential = { kind: 'payment', customerId: `cus_${randomUUID()}` } as const;
    const names = { firstName: 'Ruth', lastName: 'Mensah' };
    const { userId } = await system.rpc.call(identity.setUpAccount, {
      email,
      ...names,
      password: PASSWORD,
      division: 'development',
      credential,
    });
    const holder = { userId, email, ...names };
    await expect(end(holder)).rejects.toMatchObject({ code: 'email_unverified' });
    await verify(holder);
    expect(await codeOf(end(holder))).toBe('answered');
  });

  it('is not undone by earlier events of the membership, and the address may start afresh', async () => {
    const leaver = await member();
    const event = membershipEvent(leaver.userId, leaver.email, { subscriptionId: `sub_${randomUUID()}` });
    await system.deliverEvent(membershipChanged, event);
    await end(leaver);
    await confirmAll(leaver);
    await system.deliverEvent(membershipChanged, { ...event, version: 2 });
    expect(await traces(leaver)).toEqual([]);
    const again = await member({ email: leaver.email });
    expect(again.userId).not.toBe(leaver.userId);
    const { token } = await login(leaver.email);
    expect(await system.rpc.call(identity.resumeMemberSession, system.claimsOf(token))).toMatchObject({
      id: again.userId,
      subscriptionStatus: 'inactive',
      pendingEmail: null,
    });
  });

  it('waits for nobody who waits for it: requests for links to the same address go on', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => member()));
    const answers = await Promise.all(
      people.flatMap((who) => [
        codeOf(system.rpc.call(identity.requestLink, { email: who.email, purpose: 'reset' })),
        codeOf(system.rpc.call(identity.requestLink, { email: who.email, purpose: 'setup' })),
        codeOf(end(who)),
      ]),
    );
    expect(new Set(answers)).toEqual(new Set(['answered']));
  });
});
