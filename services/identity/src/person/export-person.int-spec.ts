import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsMade, adminActed, membershipChanged } from '@lectern/contracts/billing/events';
import { emailKey } from '@lectern/contracts/fields';
import * as identity from '@lectern/contracts/identity/rpc';
import type { TimelineRequest } from '@lectern/contracts/person-timeline';
import { pageThroughTimeline } from '@lectern/service-kit/testing/page-through-timeline';
import { undescribedColumns } from '@lectern/service-kit/testing/person-tables';
import { undecidedInCopies } from '@lectern/service-kit/testing/undecided-in-copies';
import { identitySchema } from '../database/schema.ts';
import { membershipEvent } from '../testing/membership-event.ts';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';
import { PERSONAL_DATA } from './personal-data.ts';

const PASSWORD = 'a good password';
const origin = { ipAddress: '192.0.2.9', userAgent: 'an administrator’s browser' };

let system: TestIdentity;
let adminId: string;

beforeAll(async () => {
  system = await startIdentity();
  adminId = (await system.database.query<{ id: string }[]>('SELECT id FROM admins'))[0]!.id;
});

afterAll(() => system.close());

const member = async (firstName: string) => {
  const email = `${firstName}+${randomUUID().slice(0, 8)}@Example.com`;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName,
    lastName: 'Adeyemi',
    password: PASSWORD,
  });
  return { userId, email };
};
const exported = (userId: string) => system.rpc.call(identity.exportPerson, { userId });
const verifyAddress = async (email: string): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
};

describe('identity’s data of a person', () => {
  it('is handed out, with nothing of anybody else and no secret', async () => {
    const [grace, ruth] = [await member('Grace'), await member('Ruth')];
    for (const { userId, email } of [grace, ruth]) {
      await system.deliverEvent(membershipChanged, membershipEvent(userId, email, { subscriptionId: `sub_${email}` }));
      await verifyAddress(email);
      await system.rpc.call(identity.updateProfile, {
        userId,
        email: `other.${email}`,
        firstName: email.slice(0, 4),
        lastName: 'Adeyemi',
        currentPassword: PASSWORD,
      });
      await system.deliverEvent(adminActed, {
        by: { adminId, origin },
        action: 'sync_registration',
        details: { email: email.toUpperCase(), customerId: 'cus_1' },
        at: new Date().toISOString(),
      });
    }
    const { verifiedEmail, data } = await exported(grace.userId);
    expect(verifiedEmail).toBe(grace.email);
    expect(data).toMatchObject({
      account: [
        {
          id: grace.userId,
          email: grace.email,
          pendingEmail: `other.${grace.email}`,
          referralCreditsCents: 0,
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ],
      memberships: [{ stripeSubscriptionId: `sub_${grace.email}`, opensTheMemberArea: true }],
      mailedLinks: [{ purpose: 'reset' }],
      requestsForLinks: [{ purpose: 'email_change', email: `other.${grace.email}` }],
      administratorsActions: [{ action: 'sync_registration' }],
    });
    const text = JSON.stringify(data).toLowerCase();
    for (const foreign of [ruth.userId, ruth.email, 'argon2', 'administrator’s browser', '192.0.2.9'])
      expect(text).not.toContain(foreign.toLowerCase());
    expect(text).not.toMatch(/password_?hash|token_?hash/);
  });

  it('names no address to ask others with before its mailbox was verified, and no payment of another person for it', async () => {
    const typed = await member('Typed');
    const paidAsGuest = membershipEvent(null, typed.email, { subscriptionId: 'sub_of_the_reader' });
    await system.deliverEvent(claimsMade, {
      claims: [{ kind: 'customer', subjectId: paidAsGuest.customerId, email: typed.email }],
    });
    await system.deliverEvent(membershipChanged, paidAsGuest);
    const before = await exported(typed.userId);
    expect(before.verifiedEmail).toBeNull();
    expect(before.data).toMatchObject({ memberships: [], claims: [] });
    await verifyAddress(typed.email);
    // As billing answers once it was granted.
    await system.deliverEvent(membershipChanged, { ...paidAsGuest, version: 2, userId: typed.userId });
    const after = await exported(typed.userId);
    expect(after.verifiedEmail).toBe(typed.email);
    expect(after.data['memberships']).toMatchObject([{ stripeSubscriptionId: 'sub_of_the_reader' }]);
  });

  it('leaves out what concerns another account, although it names the address', async () => {
    const [former, next] = [await member('Former'), await member('Next')];
    await verifyAddress(next.email);
    // As the account that had the address before left it: a request for a link, and what an administrator did to the account.
    await system.rpc.call(identity.updateProfile, {
      userId: former.userId,
      email: `other.${former.email}`,
      firstName: 'Former',
      lastName: 'Adeyemi',
      currentPassword: PASSWORD,
    });
    const [request] = await system.database.query<{ id: string }[]>('SELECT id FROM link_requests WHERE user_id = $1', [
      former.userId,
    ]);
    await system.database.query('UPDATE link_requests SET email = $2, email_key = lower($2) WHERE id = $1', [
      request!.id,
      next.email,
    ]);
    const details = { email: next.email, userId: former.userId, reason: 'Asked for it' };
    await system.database.query(
      `INSERT INTO admin_actions (action, details, created_at) VALUES ('deactivate_member', $1, now())`,
      [JSON.stringify(details)],
    );
    expect((await exported(next.userId)).data).toMatchObject({ requestsForLinks: [], administratorsActions: [] });
    expect((await exported(former.userId)).data).toMatchObject({
      requestsForLinks: [{ purpose: 'email_change' }],
      administratorsActions: [{ action: 'deactivate_member' }],
    });
    const { items } = await system.rpc.call(identity.readTimeline, {
      emailKey: next.email.toLowerCase(),
      kind: 'administration',
      after: null,
      limit: 10,
    });
    expect(items).toEqual([]);
  });

  it('is not found for an unknown account', async () => {
    expect(await codeOf(exported(randomUUID()))).toBe('not_found');
  });

  it('leaves out no table and no column without a decision', async () => {
    expect(await undescribedColumns(system.database, PERSONAL_DATA)).toEqual([]);
    await system.database.query(
      'ALTER TABLE users ADD COLUMN nickname text; ALTER TABLE ended_sessions ADD COLUMN email text; CREATE TABLE planted (id uuid)',
    );
    expect(await undescribedColumns(system.database, PERSONAL_DATA)).toEqual([
      'ended_sessions.email may identify a person',
      'planted is not named',
      'users.nickname is neither exported nor omitted',
    ]);
    await system.database.query(
      'ALTER TABLE users DROP COLUMN nickname; ALTER TABLE ended_sessions DROP COLUMN email; DROP TABLE planted',
    );
  });
});

const timelineOf = (email: string) =>
  system.rpc.call(identity.readTimeline, { emailKey: emailKey(email), kind: null, after: null, limit: 100 });
const act = (action: string, details: Record<string, unknown>) =>
  system.rpc.call(identity.recordAdminAction, { by: { adminId, role: 'owner', origin }, action, details });

describe('identity’s timeline of a person', () => {
  it('has the account and administrators’ actions on it or its address, and nothing of anybody else', async () => {
    const [grace, ruth] = [await member('Grace'), await member('Ruth')];
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
      details: { by: expect.any(String), details: { customerId: 'cus_1' } },
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
      notes: [],
      items: [{ what: 'admin_acted' }],
      counts: { administration: 1 },
    });
    expect(await timelineOf('nobody@example.com')).toEqual({
      account: null,
      items: [],
      counts: {},
      notes: [],
      tags: [],
      name: null,
    });
  });
});

describe('reading a person’s page', () => {
  it('is recorded once in an hour for an administrator and a person, and is not listed on the page itself', async () => {
    const { email } = await member('Hazel');
    const view = (typed: string, by = adminId) =>
      system.rpc.call(identity.recordPersonView, { by: { adminId: by, role: 'owner', origin }, email: typed });
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
      `INSERT INTO admins (email, email_key, name, role, password_hash) SELECT 'b@example.com', 'b@example.com', 'B', 'owner', password_hash FROM admins LIMIT 1 RETURNING id`,
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

it('decides how every text column is anonymized in a copy for testing', async () => {
  const { all, planted } = await undecidedInCopies(identitySchema, PERSONAL_DATA, 'users');
  expect(all).toEqual([]);
  expect(planted).toContain('users.email is neither replaced nor kept');
});
