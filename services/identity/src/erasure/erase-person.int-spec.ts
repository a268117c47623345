import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personErased as erasedByBilling } from '@lectern/contracts/billing/events';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { inviteAdministrator } from '@lectern/contracts/identity/administrator-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { personErased as erasedByMessaging } from '@lectern/contracts/messaging/events';
import { personErased as erasedByRegistrations } from '@lectern/contracts/registrations/events';
import { listSavedViews, saveView } from '@lectern/contracts/identity/saved-view-rpc';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };

let system: TestIdentity;
let adminId: string;

beforeAll(async () => {
  system = await startIdentity();
  [{ id: adminId }] = await system.database.query<[{ id: string }]>('SELECT id FROM admins');
});
afterAll(() => system.close());

const newEmail = () => `erased.${randomUUID()}@example.com`;
const registered = async (email = newEmail()) => {
  const person = { email, firstName: 'Zara', lastName: `Q${randomUUID().slice(0, 8)}`, password: PASSWORD };
  return { ...person, ...(await system.rpc.call(identity.registerAccount, person)) };
};
const erase = (email: string, userId: string | null, id: string = randomUUID()) =>
  codeOf(system.rpc.call(identity.erasePerson, { id, userId, email, by: { adminId, role: 'owner' as const, origin } }));
const confirmAll = async (userId: string): Promise<void> => {
  for (const event of [erasedByMessaging, erasedByBilling, erasedByRegistrations])
    await system.deliverEvent(event, { userId });
};
const hasAccount = async (email: string) =>
  (await system.database.query<object[]>('SELECT 1 FROM users WHERE email = $1', [email])).length === 1;
const announced = async (email: string) =>
  (await system.publishedEvents(accountDeleted)).filter((event) => event.email === email).length;

describe('an erasure that staff repeat', () => {
  it('is harmless, also once all services confirmed it', async () => {
    const [{ email, userId }, guest, id] = [await registered(), newEmail(), randomUUID()];
    for (const _ of [1, 2]) {
      expect(await erase(email, userId)).toBe('answered');
      expect(await erase(guest, null, id)).toBe('answered');
    }
    expect([await announced(email), await announced(guest)]).toEqual([1, 1]);
    for (const confirmed of [userId, id]) await confirmAll(confirmed);
    expect([await erase(email, userId), await erase(guest, null, id)]).toEqual(['answered', 'answered']);
    expect([await announced(email), await announced(guest)]).toEqual([0, 0]);
  });

  it('is refused for an account of the same address that is newer than the page', async () => {
    const { email, userId } = await registered();
    expect(await erase(email, userId)).toBe('answered');
    await registered(email);
    expect(await erase(email, userId)).toBe('version_conflict');
    expect(await hasAccount(email)).toBe(true);
  });

  it('is refused with the address of another person', async () => {
    const [gone, kept, guest, id] = [await registered(), await registered(), newEmail(), randomUUID()];
    expect(await erase(gone.email, gone.userId)).toBe('answered');
    for (const email of [kept.email, guest]) expect(await erase(email, gone.userId)).toBe('version_conflict');
    expect(await erase(newEmail(), null, id)).toBe('answered');
    for (const email of [kept.email, guest]) expect(await erase(email, null, id)).toBe('idempotency_conflict');
    expect(await hasAccount(kept.email)).toBe(true);
  });

  it('is refused for an account that its holder deleted meanwhile', async () => {
    const { email, userId } = await registered();
    const own = { userId, currentPassword: PASSWORD, origin, sessionId: randomUUID() };
    await system.rpc.call(identity.deleteAccount, own);
    expect(await erase(email, userId)).toBe('version_conflict');
  });

  it('happens once where several do so at the same moment', async () => {
    const guest = newEmail();
    const codes = await Promise.all(Array.from({ length: 6 }, () => erase(guest, null)));
    expect(codes.toSorted()).toEqual(['answered', ...Array.from({ length: 5 }, () => 'version_conflict')]);
    expect(await announced(guest)).toBe(1);
  });
});

describe('an administrator’s email', () => {
  const about = async (email: string) =>
    (
      await system.database.query<{ action: string }[]>(
        `SELECT action FROM admin_actions WHERE details->>'email' = $1 ORDER BY action`,
        [email],
      )
    ).map(({ action }) => action);

  it('is not erased, and the record about staff keeps it where its holder deletes an account of their own', async () => {
    const { email, userId } = await registered();
    const by = { adminId, role: 'owner' as const, origin };
    const confirmed = { currentPassword: ADMIN.password, sessionId: randomUUID() };
    await system.rpc.call(inviteAdministrator, { email, name: 'Zara', role: 'editor', by, ...confirmed });
    await system.rpc.call(identity.recordAdminAction, { by, action: 'export_person', details: { email } });
    expect(await erase(email, userId)).toBe('administrator_stays');
    expect([await announced(email), await hasAccount(email)]).toEqual([0, true]);
    await system.rpc.call(identity.deleteAccount, {
      userId,
      currentPassword: PASSWORD,
      origin,
      sessionId: randomUUID(),
    });
    await confirmAll(userId);
    expect(await about(email)).toEqual(['invite_administrator']);
    expect(await erase(email, null)).toBe('administrator_stays');
  });
});

describe('an erased person', () => {
  it('is in no saved view and in no record of one', async () => {
    const [{ email, userId, firstName, lastName }, guest] = [await registered(), newEmail()];
    const by = { adminId, role: 'owner' as const, origin };
    const save = (name: string, q: string) =>
      system.rpc.call(saveView, {
        by,
        list: 'debate-club',
        name,
        isShared: true,
        definition: { q, filters: [], hidden: [] },
      });
    await save(`${firstName} ${lastName}, late`, 'late');
    await save('By address', email.toUpperCase());
    await save('By name', `${lastName}  ${firstName}`);
    await save('By a part of it', `x ${guest}`);
    for (const [name, q] of [
      ['Namesakes', firstName],
      ['Another mailbox', `x${email}`],
      ['Another person', `${firstName}na`],
    ])
      await save(name!, q!);
    // A stranger’s account may have any address and any name.
    const stranger = await system.rpc.call(identity.registerAccount, {
      email: newEmail(),
      firstName: 'Another',
      lastName: 'mailbox',
      password: PASSWORD,
    });
    await system.rpc.call(identity.deleteAccount, {
      userId: stranger.userId,
      currentPassword: PASSWORD,
      origin,
      sessionId: randomUUID(),
    });
    await erase(email, userId);
    await erase(guest, null);
    const views = await system.rpc.call(listSavedViews, { by, list: 'debate-club' });
    expect(views.map(({ name }) => name)).toEqual(['Another mailbox', 'Another person', 'Namesakes']);
    const recorded = await system.database.query<object[]>(
      `SELECT 1 FROM admin_actions WHERE action LIKE '%_view' AND details::text LIKE '%' || $1 || '%'`,
      [lastName],
    );
    expect(recorded).toEqual([]);
  });

  it('is awaited by no account that asked their mailbox to confirm itself', async () => {
    const [typo, guest] = [await registered(), newEmail()];
    const { email, firstName, lastName, userId } = typo;
    await system.rpc.call(identity.updateProfile, {
      userId,
      firstName,
      lastName,
      email: guest,
      currentPassword: PASSWORD,
      origin,
    });
    const pending = async () =>
      (await system.database.query<object[]>('SELECT pending_email FROM users WHERE email = $1', [email]))[0];
    expect(await pending()).toEqual({ pending_email: guest });
    await erase(guest, null);
    expect(await pending()).toEqual({ pending_email: null });
  });
});
