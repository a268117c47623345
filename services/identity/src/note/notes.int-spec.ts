import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as identity from '@lectern/contracts/identity/rpc';
import { NOTES_MAX } from '@lectern/contracts/person-timeline';
import { codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const PASSWORD = 'a good password';
const ORIGIN = { ipAddress: null, userAgent: 'an administrator’s browser' };

let system: TestIdentity;
let adminId: string;
beforeAll(async () => {
  system = await startIdentity();
  adminId = (await system.database.query<{ id: string }[]>('SELECT id FROM admins'))[0]!.id;
});
afterAll(() => system.close());

const newEmail = (): string => `person+${randomUUID().slice(0, 8)}@Example.com`;
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
const note = (email: string, text: string, id = randomUUID()) =>
  system.rpc.call(identity.addNote, { id, email, text, by: { adminId, role: 'owner', origin: ORIGIN } });
const shown = async (email: string) =>
  (
    await system.rpc.call(identity.readTimeline, {
      emailKey: email.toLowerCase(),
      kind: null,
      after: null,
      limit: 1,
    })
  ).notes!;
const texts = async (email: string): Promise<string[]> => (await shown(email)).map(({ text }) => text);
const exported = async (userId: string): Promise<string> =>
  JSON.stringify(await system.rpc.call(identity.exportPerson, { userId }));
const recorded = () =>
  system.database.query<{ action: string; details: object }[]>(
    `SELECT action, details FROM admin_actions WHERE action LIKE '%note' ORDER BY created_at`,
  );

describe('a note about a person', () => {
  it('is shown newest first with its author, added once however often it is sent, and recorded without its text', async () => {
    const email = newEmail();
    const id = randomUUID();
    await Promise.all([note(email, 'Prefers a call', id), note(email.toUpperCase(), 'Prefers a call', id)]);
    await note(email, 'Called');
    expect(await shown(email)).toEqual([
      { id: expect.any(String), text: 'Called', by: expect.any(String), at: expect.any(String) },
      { id, text: 'Prefers a call', by: expect.any(String), at: expect.any(String) },
    ]);
    expect(await codeOf(note(email, 'Something else', id))).toBe('idempotency_conflict');
    const records = (await recorded()).filter(({ details }) => JSON.stringify(details).includes(id));
    expect(records).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain('Prefers');
  });

  it('becomes the account’s that verifies the mailbox, is in that person’s data, and follows the account to another address', async () => {
    const email = newEmail();
    await note(email, 'Wrote before joining');
    const { userId } = await registered(email);
    expect(await exported(userId)).not.toContain('Wrote before joining');
    await verify(email);
    expect(await exported(userId)).toContain('Wrote before joining');
    const other = newEmail();
    await system.database.query(`UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1`, [userId, other]);
    expect([await texts(other), await texts(email)]).toEqual([['Wrote before joining'], []]);
  });

  it('is deleted with the account, and stays with a mailbox that the account never verified', async () => {
    const [verified, unverified] = [await registered(), await registered()];
    await verify(verified.email);
    for (const { email } of [verified, unverified]) await note(email, 'A note');
    for (const { userId, email } of [verified, unverified]) {
      const { token } = await system.rpc.call(identity.loginMember, { email, password: PASSWORD, origin: ORIGIN });
      await system.rpc.call(identity.deleteAccount, {
        userId,
        currentPassword: PASSWORD,
        sessionId: system.claimsOf(token).tokenId,
        origin: ORIGIN,
      });
    }
    expect([await texts(verified.email), await texts(unverified.email)]).toEqual([[], ['A note']]);
  });

  it('is deleted once', async () => {
    const [email, id] = [newEmail(), randomUUID()];
    await note(email, 'A note', id);
    const remove = () =>
      codeOf(system.rpc.call(identity.deleteNote, { id, by: { adminId, role: 'owner', origin: ORIGIN } }));
    expect((await Promise.all([remove(), remove()])).toSorted()).toEqual(['answered', 'not_found']);
    expect(await texts(email)).toEqual([]);
  });

  it('is refused beyond the maximum, and nothing is added', async () => {
    const email = newEmail();
    await system.database.query(
      `INSERT INTO notes (id, email_key, text, admin_id, created_at)
       SELECT gen_random_uuid(), lower($1), 'One of many', $2, now() FROM generate_series(1, ${NOTES_MAX - 1})`,
      [email, adminId],
    );
    const outcomes = await Promise.all([codeOf(note(email, 'Fits')), codeOf(note(email, 'Fits too'))]);
    expect(outcomes.toSorted()).toEqual(['answered', 'invalid_request']);
    expect(await shown(email)).toHaveLength(NOTES_MAX);
  });
});
