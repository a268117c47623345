import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailKey } from '@lectern/contracts/fields';
import * as identity from '@lectern/contracts/identity/rpc';
import type { TimelineRequest } from '@lectern/contracts/person-timeline';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts';

let system: TestIdentity;
let adminId: string;

beforeAll(async () => {
  system = await startIdentity();
  adminId = (await system.database.query<{ id: string }[]>('SELECT id FROM admins'))[0]!.id;
});

afterAll(() => system.close());

const origin = { ipAddress: '192.0.2.9', userAgent: 'an administrator’s browser' };
const someone = async (firstName: string) => {
  const email = `${firstName}+${randomUUID().slice(0, 8)}@Example.com`;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName,
    lastName: 'Adeyemi',
    password: 'a good password',
  });
  return { userId, email };
};
const timelineOf = (email: string) =>
  system.rpc.call(identity.readTimeline, { emailKey: emailKey(email), kind: null, after: null, limit: 100 });
const act = (action: string, details: Record<string, unknown>) =>
  system.rpc.call(identity.recordAdminAction, { by: { adminId, origin }, action, details });

describe('identity’s timeline of a person', () => {
  it('has the account and administrators’ actions on it or its address, and nothing of anybody else', async () => {
    const [grace, ruth] = [await someone('Grace'), await someone('Ruth')];
    await act('sync_registration', { email: ` ${grace.email.toUpperCase()}`, customerId: 'cus_1' });
    await act('something_else', { userId: grace.userId });
    await act('sync_registration', { email: ruth.email });
    const { account, items, counts } = await timelineOf(grace.email);
    expect(account).toMatchObject({
      userId: grace.userId,
      firstName: 'Grace',
      subscriptionStatus: 'inactive',
      isEmailVerified: false,
      deactivatedAt: null,
      referralCredits: 0,
    });
    expect(items.map((item) => (item.what === 'admin_acted' ? item.details.action : item.what))).toEqual([
      'something_else',
      'sync_registration',
      'account_opened',
    ]);
    expect(items[1]).toMatchObject({
      kind: 'administration',
      details: { by: expect.any(String) as unknown, details: { customerId: 'cus_1' } },
    });
    expect(counts).toEqual({ account: 1, administration: 2 });
    const page = ({ userId: _unused, ...request }: TimelineRequest) => system.rpc.call(identity.readTimeline, request);
    expect(await pageThroughTimeline(page, { userId: null, emailKey: emailKey(grace.email) }, 1)).toEqual(items);
    expect(JSON.stringify({ account, items })).not.toMatch(/ruth|argon2|192\.0\.2\.9/i);
  });

  it('has the actions on an address that has no account', async () => {
    const email = `gone+${randomUUID().slice(0, 8)}@example.com`;
    await act('delete_subscriber', { email });
    expect(await timelineOf(email)).toMatchObject({
      account: null,
      items: [{ what: 'admin_acted' }],
      counts: { administration: 1 },
    });
    expect(await timelineOf('nobody@example.com')).toEqual({ account: null, items: [], counts: {} });
  });
});

describe('reading a person’s page', () => {
  it('is recorded once in an hour for an administrator and a person, and is not listed on the page itself', async () => {
    const { email } = await someone('Hazel');
    const view = (typed: string, by = adminId) =>
      system.rpc.call(identity.recordPersonView, { by: { adminId: by, origin }, email: typed });
    const views = async () =>
      (
        await system.database.query<{ details: unknown }[]>(
          `SELECT details FROM admin_actions WHERE action = 'viewed_person' AND details->>'email' ILIKE $1`,
          [email],
        )
      ).length;
    await Promise.all([view(email), view(email.toUpperCase()), view(email)]);
    expect(await views()).toBe(1);
    await view('somebody.else@example.com');
    expect(await views()).toBe(1);
    const [other] = await system.database.query<{ id: string }[]>(
      `INSERT INTO admins (email, email_key, name, password_hash) SELECT 'b@example.com', 'b@example.com', 'B', password_hash FROM admins LIMIT 1 RETURNING id`,
    );
    await view(email, other!.id);
    expect(await views()).toBe(2);
    await system.database.query(
      `UPDATE admin_actions SET created_at = created_at - interval '1 hour' WHERE admin_id = $1`,
      [adminId],
    );
    await view(email);
    expect(await views()).toBe(3);
    expect((await timelineOf(email)).counts).toEqual({ account: 1 });
  });
});

describe('searching accounts', () => {
  it('finds by any part of name or address, and by the beginning of a word where that is all', async () => {
    const { email } = await someone('Quincey');
    const found = { people: [{ email, name: 'Quincey Adeyemi', from: ['account'] }], hasMore: false };
    for (const q of ['quinc', 'NCEY AD', email, 'qu'])
      expect(await system.rpc.call(identity.findPeople, { q })).toEqual(found);
    for (const q of ['%', '  ', 'ey quinc'])
      expect((await system.rpc.call(identity.findPeople, { q })).people).toEqual([]);
  });
});
