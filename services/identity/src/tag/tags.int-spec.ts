import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as identity from '@lectern/contracts/identity/rpc';
import { TAGS_MAX } from '@lectern/contracts/person-timeline';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const ORIGIN = { ipAddress: null, userAgent: 'an administrator’s browser' };

let system: TestIdentity;
let by: { adminId: string; role: 'owner'; origin: typeof ORIGIN };
beforeAll(async () => {
  system = await startIdentity();
  const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
  by = { adminId: admin!.id, role: 'owner', origin: ORIGIN };
});
afterAll(() => system.close());

const newEmail = (): string => `person+${randomUUID().slice(0, 8)}@Example.com`;
/** A tag of its own, because tags are shared by all people. */
const newTag = (): string => `tag ${randomUUID().slice(0, 8)}`;
const registered = async (email = newEmail()): Promise<{ userId: string; email: string }> => {
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Jon',
    lastName: 'Doe',
    password: PASSWORD,
  });
  return { userId, email };
};
const verify = async (email: string): Promise<void> => {
  const { token } = await system.issueLink({ email, purpose: 'reset' });
  await system.rpc.call(identity.resetPassword, { token: token!, password: PASSWORD });
};
const add = (email: string, tag: string) => system.rpc.call(identity.tagPerson, { email, tag, by });
const remove = (email: string, tag: string) => system.rpc.call(identity.untagPerson, { email, tag, by });
const shown = async (email: string) =>
  (
    await system.rpc.call(identity.readTimeline, {
      emailKey: email.toLowerCase(),
      kind: null,
      after: null,
      limit: 20,
    })
  ).tags!;
const actionsOn = async (email: string) => {
  const rows = await system.database.query<{ action: string; tag: string | null }[]>(
    `SELECT action, COALESCE(details->'changes'->0->>'to', details->'changes'->0->>'from') AS tag FROM admin_actions WHERE action LIKE '%_tag' AND lower(details->>'email') = lower($1) ORDER BY created_at`,
    [email],
  );
  return rows.map(({ action, tag }) => `${action} ${tag}`);
};
const peopleWith = async (tag: string) =>
  (await system.rpc.call(identity.listTags, {})).tags.filter((known) => known.tag.toLowerCase() === tag.toLowerCase());

describe('a tag of a person', () => {
  it('is one with a tag that looks the same', async () => {
    const [email, tag] = [newEmail(), newTag()];
    await add(email, `${tag} caf\u00e9`);
    await add(email, `${tag} cafe\u0301`);
    expect(await shown(email)).toEqual([`${tag} caf\u00e9`]);
  });

  it('is given and removed once however often it is sent and spelled, recorded, and suggested in its first spelling', async () => {
    const [email, other, tag] = [newEmail(), newEmail(), newTag()];
    await Promise.all([add(email, tag), add(email.toUpperCase(), tag), add(email, tag.toUpperCase())]);
    const [first] = await shown(email);
    expect(await shown(email)).toEqual([first]);
    await add(other, tag.toUpperCase());
    expect(await shown(other)).toEqual([first]);
    expect(await peopleWith(tag)).toEqual([{ tag: first, people: 2 }]);
    await Promise.all([remove(email, tag.toUpperCase()), remove(email, tag)]);
    expect([await shown(email), await shown(other)]).toEqual([[], [first]]);
    const recorded = await actionsOn(email);
    expect(recorded.map((action) => action.split(' ')[0])).toEqual(['add_tag', 'remove_tag']);
  });

  it('becomes the account’s that verifies the mailbox, is in that person’s data, and follows the account to another address', async () => {
    const [email, tag, both] = [newEmail(), newTag(), newTag()];
    await add(email, tag);
    const { userId } = await registered(email);
    const exported = async () => (await system.rpc.call(identity.exportPerson, { userId })).data['tagsOfStaff'];
    expect(await exported()).toEqual([]);
    // The account has it from another mailbox as well.
    await system.database.query(
      `INSERT INTO person_tags (user_id, email_key, tag, tag_key, created_at) VALUES ($1, 'before@example.com', $2, $2, now())`,
      [userId, both],
    );
    await add(email, both);
    await verify(email);
    expect(await exported()).toMatchObject([tag, both].toSorted().map((name) => ({ tag: name })));
    const other = newEmail();
    await system.database.query(`UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1`, [userId, other]);
    expect([await shown(other), await shown(email)]).toEqual([[tag, both].toSorted(), []]);
    await remove(other, tag);
    expect(await shown(other)).toEqual([both]);
  });

  it('goes with the person, and the record keeps neither tag nor address', async () => {
    const [guest, tag] = [newEmail(), newTag()];
    const member = await registered();
    await verify(member.email);
    for (const email of [guest, member.email]) await add(email, tag);
    const erase = (email: string, userId: string | null) =>
      system.rpc.call(identity.erasePerson, { id: randomUUID(), userId, email, by });
    await erase(guest, null);
    expect([await shown(guest), await shown(member.email)]).toEqual([[], [tag]]);
    await erase(member.email, member.userId);
    expect(await peopleWith(tag)).toEqual([]);
    const left = await system.database.query<object[]>(
      `SELECT 1 FROM admin_actions WHERE details::text LIKE '%' || $1 || '%'`,
      [tag],
    );
    expect(left).toEqual([]);
  });

  it('is refused beyond the maximum, and nothing is added', async () => {
    const email = newEmail();
    await system.database.query(
      `INSERT INTO person_tags (email_key, tag, tag_key, created_at)
       SELECT lower($1), 'many ' || number, 'many ' || number, now() FROM generate_series(2, ${TAGS_MAX}) AS number`,
      [email],
    );
    const outcomes = await Promise.all([codeOf(add(email, newTag())), codeOf(add(email, newTag()))]);
    expect(outcomes.toSorted()).toEqual(['answered', 'invalid_request']);
    expect(await shown(email)).toHaveLength(TAGS_MAX);
    expect(await codeOf(add(email, 'Many 7'))).toBe('answered');
  });
});
