import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personMerged as mergedByBilling } from '@lectern/contracts/billing/events';
import { DomainError } from '@lectern/contracts/errors';
import { claimsGranted, peopleMerged } from '@lectern/contracts/identity/events';
import { getMerge, mergePeople, previewMerge } from '@lectern/contracts/identity/merge-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { personMerged as mergedByMessaging } from '@lectern/contracts/messaging/events';
import { personMerged as mergedByRegistrations } from '@lectern/contracts/registrations/events';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const origin = { ipAddress: null, userAgent: 'a browser' };

let system: TestIdentity;
let by: { adminId: string; role: 'owner'; origin: typeof origin };
beforeAll(async () => {
  system = await startIdentity();
  const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
  by = { adminId: admin!.id, role: 'owner', origin };
});
afterAll(() => system.close());

const newEmail = (): string => `merged.${randomUUID().slice(0, 8)}@example.com`;
const registered = async () => {
  const email = newEmail();
  const person = { email, firstName: 'Ada', lastName: 'Okafor', password: PASSWORD };
  return { email, userId: (await system.rpc.call(identity.registerAccount, person)).userId };
};
const member = async () => {
  const account = await registered();
  const { token } = await system.issueLink({ email: account.email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
  return account;
};
const tag = (email: string, name: string) => system.rpc.call(identity.tagPerson, { email, tag: name, by });
const guest = async () => {
  const email = newEmail();
  await tag(email, 'guest');
  await until('the guest to be listed', async () => {
    const rows = await system.database.query<unknown[]>('SELECT 1 FROM listed_people WHERE email_key = $1', [email]);
    return rows.length === 1;
  });
  return email;
};
const merge = (oldEmail: string, newEmail: string, id: string = randomUUID()) =>
  system.rpc.call(mergePeople, { id, oldEmail, newEmail, by });
const problemOf = async (oldEmail: string, newEmail: string): Promise<string> => {
  const { problems } = await system.rpc.call(previewMerge, { oldEmail, newEmail, by });
  expect(problems).toHaveLength(1);
  await expect(merge(oldEmail, newEmail)).rejects.toEqual(new DomainError('merge_refused', { message: problems[0]! }));
  return problems[0]!;
};
const confirmAll = async (mergeId: string): Promise<void> => {
  await system.deliverEvent(mergedByMessaging, { mergeId });
  for (const event of [mergedByBilling, mergedByRegistrations])
    await system.deliverEvent(event, { mergeId, claims: [] });
};
const announced = async (mergeId: string) =>
  (await system.publishedEvents(peopleMerged)).filter((event) => event.mergeId === mergeId);
const namesOfTags = async (email: string, userId: string | null) =>
  system.database.query<unknown[]>(
    'SELECT tag FROM person_tags WHERE email_key = $1 AND user_id IS NOT DISTINCT FROM $2 ORDER BY tag',
    [email, userId],
  );

describe('a merge', () => {
  it('gives notes and tags of a guest to an account, once, and keeps nothing of both once every service confirmed it', async () => {
    const [{ email, userId }, old, id] = [await member(), await guest(), randomUUID()];
    await tag(email, 'judge');
    await tag(old, 'judge');
    await system.rpc.call(identity.addNote, { id: randomUUID(), email: old, text: 'Called on Monday', by });
    expect(await system.rpc.call(previewMerge, { oldEmail: old, newEmail: email.toUpperCase(), by })).toMatchObject({
      from: { email: old, account: 'none' },
      into: { email, name: 'Ada Okafor', account: 'active' },
      userId,
      moves: [
        { what: 'notes', count: 1 },
        { what: 'tags', count: 2 },
      ],
      problems: [],
    });
    await Promise.all([merge(old, email, id), merge(old, email, id)]);
    expect(await announced(id)).toMatchObject([{ oldEmail: old, newEmail: email, userId }]);
    expect(await codeOf(merge(newEmail(), email, id))).toBe('idempotency_conflict');
    expect(await namesOfTags(email, userId)).toEqual([{ tag: 'guest' }, { tag: 'judge' }]);
    const timeline = await system.rpc.call(identity.readTimeline, {
      emailKey: email,
      kind: null,
      after: null,
      limit: 50,
    });
    expect(timeline.notes).toMatchObject([{ text: 'Called on Monday' }]);

    const request = { kind: 'administration', after: null, limit: 50 } as const;
    for (const emailKey of [email, old])
      expect((await system.rpc.call(identity.readTimeline, { ...request, emailKey })).items).toContainEqual(
        expect.objectContaining({
          details: expect.objectContaining({
            action: 'merge_people',
            details: { email, userId, otherEmail: old },
          }) as unknown,
        }),
      );
    expect(await codeOf(system.rpc.call(identity.erasePerson, { id: randomUUID(), userId, email, by }))).toBe(
      'version_conflict',
    );
    expect((await system.rpc.call(getMerge, { id, by })).waitingFor).toEqual(['billing', 'registrations', 'messaging']);
    await system.deliverEvent(mergedByBilling, { mergeId: id, claims: [] });
    expect((await system.rpc.call(getMerge, { id, by })).waitingFor).toEqual(['registrations', 'messaging']);
    await confirmAll(id);
    expect((await system.rpc.call(getMerge, { id, by })).waitingFor).toEqual([]);
    expect(await announced(id)).toEqual([]);
    await merge(old, email, id);
    expect(await announced(id)).toEqual([]);
    await until('nothing but the record to have the old address', async () =>
      (await rowsContaining(system.database, [old])).every((row) => row.startsWith('admin_actions')),
    );
  });

  it('gives what was paid to the account, although its address is another by the time at which services have moved it', async () => {
    const [{ email, userId }, old, id, next] = [await member(), await guest(), randomUUID(), newEmail()];
    await merge(old, email, id);
    const link = { userId, email: next, purpose: 'email_change' } as const;
    await system.rpc.call(identity.correctMemberEmail, {
      ...{ userId, email: next, reason: 'a new mailbox', currentPassword: ADMIN.password, by },
    });
    await system.rpc.call(identity.confirmEmail, { token: (await system.issueLink(link)).token!, userId });
    // The former mailbox has another holder by now.
    await system.rpc.call(identity.registerAccount, { email, firstName: 'Eve', lastName: 'Grey', password: PASSWORD });
    const { token } = await system.issueLink({ email, purpose: 'reset' });
    await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });

    const [customer, entry] = [`cus_${randomUUID()}`, randomUUID()];
    const paid = { mergeId: id, claims: [{ kind: 'customer' as const, subjectId: customer, email }] };
    const entered = { mergeId: id, claims: [{ kind: 'tournament_entry' as const, subjectId: entry, email }] };
    await system.deliverEvent(mergedByBilling, paid);
    await system.deliverEvent(mergedByRegistrations, entered);
    await system.deliverEvent(mergedByRegistrations, entered);
    await system.deliverEvent(mergedByMessaging, { mergeId: id });
    const owners = await system.database.query<unknown[]>(
      'SELECT subject_id, user_id FROM claims WHERE subject_id = ANY($1) ORDER BY kind',
      [[customer, entry]],
    );
    expect(owners).toEqual([
      { subject_id: customer, user_id: userId },
      { subject_id: entry, user_id: userId },
    ]);
    const granted = (await system.publishedEvents(claimsGranted)).flatMap(({ claims }) => claims);
    expect(granted.filter(({ subjectId }) => [customer, entry].includes(subjectId))).toMatchObject([
      { subjectId: customer, userId },
      { subjectId: entry, userId },
      { subjectId: entry, userId },
    ]);
  });

  it('of two guests leaves the second one, and both can be erased afterwards', async () => {
    const [old, kept, id] = [await guest(), await guest(), randomUUID()];
    await merge(old, kept, id);
    expect(await announced(id)).toMatchObject([{ oldEmail: old, newEmail: kept, userId: null }]);
    expect(await namesOfTags(kept, null)).toEqual([{ tag: 'guest' }]);
    await confirmAll(id);
    for (const email of [old, kept])
      expect(await codeOf(system.rpc.call(identity.erasePerson, { id: randomUUID(), userId: null, email, by }))).toBe(
        'answered',
      );
    await until('the old address to be forgotten', async () =>
      (await rowsContaining(system.database, [old])).every((row) => row.startsWith('outbox')),
    );
  });

  it('is refused where something would be lost, with what staff can do', async () => {
    const [one, two, unverified, someone, deactivated] = [
      await member(),
      await member(),
      await registered(),
      await guest(),
      await member(),
    ];
    expect(await problemOf(one.email, two.email)).toContain('two accounts cannot be merged');
    expect(await problemOf(one.email, someone)).toContain(`Merge ${someone} into ${one.email} instead`);
    expect(await problemOf(someone, unverified.email)).toContain('has not confirmed this email address');
    expect(
      (await system.rpc.call(previewMerge, { oldEmail: someone, newEmail: unverified.email, by })).into,
    ).toMatchObject({ account: 'active', isEmailVerified: false });
    expect(await problemOf(someone, newEmail())).toContain('Nobody in the list of people');
    await system.rpc.call(identity.deactivateMember, { userId: deactivated.userId, reason: 'asked', by });
    expect(await problemOf(someone, deactivated.email)).toContain('Reactivate it first');
    expect(await problemOf(ADMIN.email, one.email)).toContain('An administrator has the email address');
    expect(await codeOf(merge(someone, ` ${someone.toUpperCase()}`))).toBe('invalid_request');
    await merge(someone, one.email);
    expect(await problemOf(await guest(), one.email)).toContain('is being merged already');
  });
});
