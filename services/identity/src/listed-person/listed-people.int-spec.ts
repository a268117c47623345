import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { ListedPerson, PersonListQuery } from '@lectern/contracts/identity/listed-person';
import { findDuplicates, listPeople, keepApart } from '@lectern/contracts/identity/listed-person-rpc';
import { forgetVersions } from '@lectern/contracts/identity/operator-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { personRecordsChanged as inMessaging } from '@lectern/contracts/messaging/events';
import type { PersonRecord } from '@lectern/contracts/person-record';
import { personRecordsChanged as inRegistrations } from '@lectern/contracts/registrations/events';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { until } from '@lectern/test-kit/until';
import { membershipEvent } from '../testing/membership-event.ts';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

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

/** A word that only the people of one test have. */
const newWord = (): string => `w${randomUUID().slice(0, 8)}`;
const register = async (email: string, firstName = 'Ada', lastName = 'Okafor') => {
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName,
    lastName,
    password: PASSWORD,
  });
  return userId;
};
const verify = async (email: string): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
};
const found = (query: PersonListQuery) => system.rpc.call(listPeople, query);
/** Once every change so far is in the list. */
const list = async (query: PersonListQuery): Promise<ListedPerson[]> => {
  await until('every row to be made again', async () => {
    const [{ marks }] = await system.database.query<[{ marks: number }]>(
      'SELECT count(*)::int AS marks FROM person_changes',
    );
    return marks === 0;
  });
  return (await found(query)).items;
};
const emailsOf = async (query: PersonListQuery) => (await list(query)).map(({ email }) => email).toSorted();

const JUNE_1 = '2026-06-01T12:00:00.000Z';
const record = (differences: Partial<PersonRecord> & Pick<PersonRecord, 'email'>): PersonRecord => ({
  source: 'tournaments',
  id: randomUUID(),
  version: 1,
  userId: null,
  name: 'Gil Guest',
  division: 'professional',
  eventId: null,
  plan: null,
  status: null,
  unpaidUntil: null,
  since: JUNE_1,
  ...differences,
});
const publish = (...records: PersonRecord[]) =>
  system.deliverEvent(inRegistrations, { records } as EventPayload<typeof inRegistrations>);

describe('the list of people', () => {
  it('has an account with its membership and tags, follows it to another address, and loses it with the account', async () => {
    const word = newWord();
    const [first, second] = [`${word}@Example.com`, `moved.${word}@example.com`];
    const userId = await register(first);
    expect(await list({ q: word })).toMatchObject([
      { email: first, name: 'Ada Okafor', account: 'active', status: null, unpaid: ['membership'], from: ['account'] },
    ]);
    const paid = membershipEvent(userId, first, { version: 3, plan: 'annual' });
    await system.deliverEvent(membershipChanged, paid);
    await system.deliverEvent(membershipChanged, { ...paid, version: 2, status: 'pending', access: false });
    await system.rpc.call(identity.tagPerson, { email: first, tag: `Tag ${word}`, by });
    await verify(first);
    await system.rpc.call(identity.loginMember, { email: first, password: PASSWORD, origin });
    const member = { account: 'active', status: 'active', plan: 'annual', tags: [`Tag ${word}`], unpaid: [] };
    expect(await list({ q: word, tag: `tag ${word}`, seen: 'week', status: 'active', plan: 'annual' })).toMatchObject([
      { ...member, email: first, lastSeenOn: expect.any(String) },
    ]);
    await system.database.query('UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1', [userId, second]);
    expect(await list({ q: word })).toMatchObject([{ ...member, email: second }]);
    await system.rpc.call(identity.erasePerson, { id: randomUUID(), userId, email: second, by });
    // Immediately, and also once the marks of the erasure are worked off.
    expect((await found({ q: word })).items).toEqual([]);
    expect(await list({ q: word })).toEqual([]);
    const kept = await rowsContaining(system.database, [word]);
    expect(kept.filter((row) => /^(listed|person)_/.test(row))).toEqual([]);
  });

  it('is searched without regard to accents', async () => {
    const word = newWord();
    await register(`one@${word}.example`, 'Zoé', word);
    await register(`two@${word}.example`, 'Zoe', word);
    for (const q of [`Zoe ${word}`, `zoé ${word}`, `ZOE\u0301 ${word}`])
      expect([q, (await emailsOf({ q })).length]).toEqual([q, 2]);
  });

  it('is filtered, sorted and paged by position, each person once', async () => {
    const word = newWord();
    const names = ['Cyd', 'Ann', 'Bob', 'Dee', 'Eve'];
    for (const name of names) await register(`${name}@${word}.example`, name, word);
    await system.database.query(
      `UPDATE users SET last_seen_on = current_date - 100, deactivated_at = CASE WHEN first_name = 'Ann' THEN now() END, division = 'professional'
       WHERE last_name = $1 AND first_name IN ('Ann', 'Eve')`,
      [word],
    );
    const inOrder = async (sort: PersonListQuery['sort']): Promise<string[]> => {
      await list({});
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await found({ q: word, sort, limit: 2, ...(cursor !== undefined && { cursor }) });
        expect(page.total).toBe(names.length);
        seen.push(...page.items.map(({ name }) => name!.split(' ')[0]!));
        if (page.nextCursor === null) return seen;
        cursor = page.nextCursor;
      }
    };
    expect(await inOrder(undefined)).toEqual(names.toReversed());
    expect(await inOrder('joinedAt')).toEqual(names);
    expect(await inOrder('name')).toEqual(names.toSorted());
    expect(await inOrder('-email')).toEqual(names.toSorted().toReversed());
    for (const sort of ['lastSeenOn', '-lastSeenOn'] as const)
      expect((await inOrder(sort)).slice(0, 2).toSorted()).toEqual(['Ann', 'Eve']);
    const of = async (query: PersonListQuery) =>
      (await emailsOf({ q: word, ...query })).map((email) => email.slice(0, 3));
    expect(await of({ account: 'deactivated' })).toEqual(['Ann']);
    expect(await of({ division: 'professional' })).toEqual(['Ann', 'Eve']);
    expect(await of({ seen: 'earlier' })).toEqual(['Ann', 'Eve']);
    expect(await of({ seen: 'never' })).toEqual(['Bob', 'Cyd', 'Dee']);
    expect(await of({ unpaid: 'membership' })).toEqual(['Bob', 'Cyd', 'Dee', 'Eve']);
    expect(await of({ status: 'none', account: 'active' })).toEqual(['Bob', 'Cyd', 'Dee', 'Eve']);
    expect(await codeOf(found({ sort: 'searched' }))).toBe('invalid_request');
    for (const cursor of [
      'x',
      Buffer.from(JSON.stringify(['-joinedAt', `${randomUUID()} now()`])).toString('base64url'),
    ])
      expect(await codeOf(found({ cursor }))).toBe('cursor_invalid');
  });

  it('has guests with their registrations, in any order of events, until these are gone', async () => {
    const [word, eventId] = [newWord(), randomUUID()];
    const entry = record({
      email: `Guest@${word}.example`,
      eventId,
      version: 2,
      unpaidUntil: '2100-01-01T00:00:00.000Z',
    });
    await publish(entry);
    await publish({ ...entry, version: 1, name: 'Older', eventId: null }, entry);
    const guest = {
      email: entry.email,
      name: 'Gil Guest',
      account: 'none',
      division: 'professional',
      joinedAt: JUNE_1,
    };
    expect(await list({ event: eventId, unpaid: 'event' })).toMatchObject([
      { ...guest, from: ['tournaments'], unpaid: ['event'] },
    ]);
    await system.deliverEvent(inMessaging, {
      records: [
        {
          ...record({ email: entry.email, name: 'Typed By Visitor' }),
          source: 'contact',
          since: '2026-07-01T12:00:00.000Z',
        },
        { ...record({ email: `reader@${word}.example`, name: '' }), source: 'newsletter', division: null },
      ],
    });
    await publish({ ...entry, version: 3, unpaidUntil: null });
    expect(await list({ q: word, sort: 'email' })).toMatchObject([
      { ...guest, from: ['tournaments', 'contact'], unpaid: [] },
      { email: `reader@${word}.example`, name: null, from: ['newsletter'] },
    ]);
    expect(await emailsOf({ q: 'typed by visitor' })).toEqual([entry.email]);
    await publish({ ...entry, version: 4, email: '', name: '' }, { ...entry, version: 3 });
    expect(await list({ q: word, sort: 'email' })).toMatchObject([
      { name: 'Typed By Visitor', from: ['contact'] },
      { from: ['newsletter'] },
    ]);
  });

  it('keeps the registrations of an account at its present address, and erases them with it', async () => {
    const word = newWord();
    const [old, present] = [`old@${word}.example`, `present@${word}.example`];
    const userId = await register(old);
    const wrote = record({ email: old, userId, source: 'bootcamp' });
    const others = record({ email: old, name: 'Ruth Roe', version: 7 });
    await publish(wrote, others);
    await system.database.query('UPDATE users SET email = $2, email_key = $2 WHERE id = $1', [userId, present]);
    expect(await list({ q: word, sort: 'email' })).toMatchObject([
      { email: old, name: 'Ruth Roe', account: 'none', from: ['tournaments'] },
      { email: present, name: 'Ada Okafor', from: ['account', 'bootcamp'] },
    ]);
    await system.rpc.call(identity.erasePerson, { id: randomUUID(), userId, email: present, by });
    await publish(wrote);
    expect(await emailsOf({ q: word })).toEqual([old]);
    await system.rpc.call(identity.erasePerson, { id: randomUUID(), userId: null, email: old, by });
    expect(await rowsContaining(system.database, ['Ruth Roe'])).toEqual([]);
    // Published again because it stays with another person of the mailbox.
    await publish({ ...others, version: 8 });
    expect(await emailsOf({ q: word })).toEqual([old]);
  });

  it('has people without an account, and is made again from the other tables when it drifted', async () => {
    const word = newWord();
    const [guest, tagged] = [`guest.${word}@example.com`, `tagged.${word}@example.com`];
    await system.deliverEvent(membershipChanged, membershipEvent(null, guest, { firstName: 'Gil', lastName: 'Guest' }));
    await system.rpc.call(identity.tagPerson, { email: tagged, tag: word, by });
    const expected = [
      { email: guest, name: 'Gil Guest', account: 'none', status: 'active' },
      { email: tagged, name: null, account: 'none', tags: [word] },
    ];
    expect(await list({ q: word, sort: 'email' })).toMatchObject(expected);
    await system.database.query(`UPDATE listed_people SET name = 'Wrong' WHERE email_key = $1`, [guest]);
    await system.database.query('DELETE FROM listed_people WHERE email_key = $1', [tagged]);
    await system.rpc.call(forgetVersions, {});
    expect(await list({ q: word, sort: 'email' })).toMatchObject(expected);
    await system.rpc.call(identity.untagPerson, { email: tagged, tag: word, by });
    expect(await emailsOf({ q: word })).toEqual([guest]);
  });
});

describe('people who may be the same', () => {
  const possible = async (email: string) =>
    Object.fromEntries(
      (await system.rpc.call(findDuplicates, { email, by })).possible.map((twin) => [
        twin.email,
        twin.reasons.toSorted(),
      ]),
    );
  const inList = async (q: string) => emailsOf({ q, duplicates: 'possible' });

  it('are found by mailbox, and by a name that few have, until staff keep them apart', async () => {
    const word = newWord();
    const [ada, plus, work, other, alone] = [
      `ada.${word}@mail.example`,
      `ADA${word}+club@mail.example`,
      `ada${word}@work.example`,
      `zoe.${word}@mail.example`,
      `cleo.${word}@mail.example`,
    ];
    await register(ada, 'Zoë', `Bell-${word}`);
    await publish(
      record({ email: plus, name: 'Gil' }),
      record({ email: work, name: `ZOE  BELL ${word}` }),
      record({ email: other, name: `Zoe Bell ${word}` }),
      record({ email: alone, name: 'Cleo' }),
    );
    expect(await inList(word)).toEqual([ada, other, plus, work].toSorted());
    expect(await possible(ada)).toEqual({
      [plus]: ['mailbox'],
      [work]: ['name', 'name_and_local_part'],
      [other]: ['name'],
    });
    expect(await possible(alone)).toEqual({});

    const keep = (isDistinct: boolean) => system.rpc.call(keepApart, { email: plus, otherEmail: ada, isDistinct, by });
    await Promise.all([keep(true), keep(true)]);
    expect(await possible(plus)).toEqual({});
    expect((await system.rpc.call(findDuplicates, { email: ada, by })).distinct).toMatchObject([{ email: plus }]);
    expect(await inList(word)).toEqual([ada, other, work].toSorted());
    // Also after a row is made again, and at another address of the account.
    await system.database.query('UPDATE users SET email = $2, email_key = $2 WHERE email = $1', [
      ada,
      `ada${word}@mail.example`,
    ]);
    expect(await inList(word)).toEqual([`ada${word}@mail.example`, other, work].toSorted());
    await system.rpc.call(keepApart, { email: `ada${word}@mail.example`, otherEmail: plus, isDistinct: false, by });
    expect(await possible(plus)).toEqual({ [`ada${word}@mail.example`]: ['mailbox'] });
    const recorded = await system.database.query<{ action: string }[]>(
      `SELECT action FROM admin_actions WHERE details::text LIKE '%' || $1 || '%' AND action LIKE '%keep%apart' ORDER BY created_at`,
      [word],
    );
    expect(recorded.map(({ action }) => action)).toEqual(['keep_people_apart', 'stop_keeping_people_apart']);
    expect(
      await codeOf(
        system.rpc.call(keepApart, { email: plus, otherEmail: `no.${word}@x.example`, isDistinct: true, by }),
      ),
    ).toBe('person_unknown');
  });

  it('are not all people of a frequent name', async () => {
    const word = newWord();
    const people = [1, 2, 3, 4, 5, 6].map((number) =>
      record({ email: `p${number}@${word}.example`, name: `Jo ${word}` }),
    );
    await publish(...people.slice(0, 5));
    expect(await inList(word)).toHaveLength(5);
    await publish(people[5]!);
    expect(await inList(word)).toEqual([]);
    await publish({ ...people[0]!, version: 2, email: '', name: '' });
    expect(await inList(word)).toHaveLength(5);
  });
});
