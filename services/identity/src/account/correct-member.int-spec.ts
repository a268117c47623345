import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANGED_MEANWHILE } from '@lectern/contracts/edited';
import { accountChanged } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const SEEN = { firstName: 'Jon', lastName: 'Doe', division: 'development' } as const;

let system: TestIdentity;
let adminId: string;
beforeAll(async () => {
  system = await startIdentity();
  adminId = (await system.database.query<{ id: string }[]>('SELECT id FROM admins'))[0]!.id;
});
afterAll(() => system.close());

const someone = async (): Promise<{ userId: string; email: string }> => {
  const email = `person+${randomUUID().slice(0, 8)}@Example.com`;
  const { firstName, lastName } = SEEN;
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName,
    lastName,
    password: PASSWORD,
  });
  return { userId, email };
};
const correct = (userId: string, wanted: object, seen: object = {}) =>
  system.rpc.call(identity.correctMember, {
    userId,
    ...SEEN,
    ...wanted,
    seen: { ...SEEN, ...seen },
    by: { adminId, role: 'owner', origin: { ipAddress: null, userAgent: 'an administrator’s browser' } },
  });
const recorded = (userId: string) =>
  system.database.query<{ details: object }[]>(
    `SELECT details FROM admin_actions WHERE action = 'correct_member' AND details->>'userId' = $1 ORDER BY created_at`,
    [userId],
  );
const published = async (of: string) =>
  (await system.publishedEvents(accountChanged)).filter(({ userId }) => userId === of);

describe('correcting a member', () => {
  it('changes and publishes names and division, and records old and new values, once however often it is requested', async () => {
    const { userId, email } = await someone();
    const wanted = { firstName: 'John', division: 'professional' };
    const answers = await Promise.all([correct(userId, wanted), correct(userId, wanted)]);
    expect(answers.map(({ changed }) => changed).toSorted()).toEqual([[], ['firstName', 'division']]);
    expect((await published(userId)).slice(1)).toMatchObject([
      { version: 2, firstName: 'John', lastName: 'Doe', division: 'professional', email },
    ]);
    expect(await recorded(userId)).toEqual([
      {
        details: {
          email,
          userId,
          changes: [
            { field: 'firstName', from: 'Jon', to: 'John' },
            { field: 'division', from: 'development', to: 'professional' },
          ],
        },
      },
    ]);
  });

  it('overwrites nothing that the member or another administrator changed meanwhile', async () => {
    const { userId } = await someone();
    await correct(userId, { firstName: 'Johann' });
    await expect(correct(userId, { firstName: 'John' })).rejects.toMatchObject({
      code: 'version_conflict',
      fields: { firstName: CHANGED_MEANWHILE },
    });
    expect(await correct(userId, { lastName: 'Dough' })).toEqual({ name: 'Johann Dough', changed: ['lastName'] });
  });

  it('is refused for an unknown account', async () => {
    expect(await codeOf(correct(randomUUID(), { firstName: 'John' }))).toBe('not_found');
  });

  it('leaves the record without the values once the account is deleted', async () => {
    const { userId, email } = await someone();
    await correct(userId, { firstName: 'John' });
    const { token } = await system.rpc.call(identity.loginMember, {
      email,
      password: PASSWORD,
      origin: { ipAddress: null, userAgent: null },
    });
    await system.rpc.call(identity.deleteAccount, {
      userId,
      currentPassword: PASSWORD,
      sessionId: system.claimsOf(token).tokenId,
      origin: { ipAddress: null, userAgent: null },
    });
    const kept = await recorded(userId);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toMatch(/john|jon/i);
  });
});
