import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsMade } from '@lectern/contracts/billing/events';
import { linkRequested } from '@lectern/contracts/identity/events';
import * as identity from '@lectern/contracts/identity/rpc';
import { until } from '@lectern/test-kit/until';
import { pruneAccountLinks } from '../prune-account-links.job.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';
import { answerLinkRequests } from '../jobs.ts';

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

afterAll(async () => {
  await system.close();
});

const newAddress = (): string => `Person+${randomUUID().slice(0, 8)}@Example.com`;
const member = async (): Promise<{ userId: string; email: string }> => {
  const email = newAddress();
  const { userId } = await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: 'a good password',
  });
  return { userId, email };
};
const ask = (email: string, purpose: 'setup' | 'reset') => system.rpc.call(identity.requestLink, { email, purpose });

/** The emails that followed for an address, once each of its requests was answered. */
const emailsTo = async (email: string) => {
  const emailKey = email.trim().toLowerCase();
  await until('every request to be answered', async () => {
    const open = await system.database.query<unknown[]>(
      'SELECT 1 FROM link_requests WHERE email_key = $1 AND answered_at IS NULL',
      [emailKey],
    );
    return open.length === 0;
  });
  return (await system.publishedEvents(linkRequested)).filter((event) => event.email.toLowerCase() === emailKey);
};

describe('asking for a link', () => {
  it('answers the same to everyone, and leads to the email that fits', async () => {
    const [known, unknown] = [await member(), newAddress()];
    const withoutPassword = await member();
    await system.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [withoutPassword.userId]);
    for (const email of [known.email, unknown, withoutPassword.email]) {
      for (const purpose of ['setup', 'reset'] as const) expect(await ask(email, purpose)).toEqual({});
    }
    const kindsTo = async (email: string) =>
      (await emailsTo(email)).map(({ purpose, firstName }) => [purpose, firstName]).sort();
    expect(await kindsTo(known.email)).toEqual([
      ['reset', 'Grace'],
      ['sign_in', 'Grace'],
    ]);
    expect(await kindsTo(withoutPassword.email)).toEqual([
      ['reset', 'Grace'],
      ['setup', 'Grace'],
    ]);
    expect(await kindsTo(unknown)).toEqual([['setup', null]]);
  });

  it('writes to the address as the account has it, in any letter case', async () => {
    const { email } = await member();
    await ask(` ${email.toUpperCase()} `, 'reset');
    expect(await emailsTo(email)).toMatchObject([{ email }]);
  });

  it('leads to no email for a deactivated account', async () => {
    const { userId, email } = await member();
    await system.database.query('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
    await ask(email, 'reset');
    await ask(email, 'setup');
    expect(await emailsTo(email)).toEqual([]);
  });

  it('leads to three emails an hour for each purpose, however many concurrent requests, and to another an hour later', async () => {
    const { email } = await member();
    const unknown = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => Promise.all([ask(email, 'reset'), ask(unknown, 'setup')])),
    );
    expect(new Set(answers.flat().map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{}']));
    expect(await emailsTo(email)).toHaveLength(3);
    expect(await emailsTo(unknown)).toHaveLength(3);
    await ask(email, 'setup');
    expect((await emailsTo(email)).map(({ purpose }) => purpose)).toEqual(['reset', 'reset', 'reset', 'sign_in']);
    await system.setClockAhead(61 * 60_000);
    await ask(email, 'reset');
    expect(await emailsTo(email)).toHaveLength(5);
    await system.setClockAhead(0);
  });

  it('counts together what replicas answer at the same time', async () => {
    const emailKeys = Array.from({ length: 10 }, () => newAddress().toLowerCase());
    await system.database.query(
      `INSERT INTO link_requests (purpose, email, email_key, requested_at) SELECT 'setup', key, key, now() FROM unnest($1::text[]) AS key, generate_series(1, 10)`,
      [emailKeys],
    );
    await Promise.all(Array.from({ length: 8 }, () => system.wake(answerLinkRequests)));
    for (const emailKey of emailKeys) expect(await emailsTo(emailKey)).toHaveLength(3);
  });

  it('leads to the address that staff entered for an account, for as long as its own link works', async () => {
    const [{ userId }, next] = [await member(), newAddress()];
    const [{ id: adminId }] = (await system.database.query<{ id: string }[]>('SELECT id FROM admins')) as [
      { id: string },
    ];
    const by = { adminId, role: 'owner' as const, origin: { ipAddress: null, userAgent: 'test' } };
    const resetsTo = async () => (await emailsTo(next)).filter(({ purpose }) => purpose === 'reset');
    const tokenOf = async () => (await system.issueLink({ email: next, purpose: 'reset' })).token;
    await ask(next, 'reset');
    expect([await resetsTo(), await tokenOf()]).toEqual([[], null]);
    const form = { userId, email: next, reason: 'mistyped', by, currentPassword: ADMIN.password };
    await system.rpc.call(identity.correctMemberEmail, form);
    await ask(next.toLowerCase(), 'reset');
    expect(await resetsTo()).toEqual([expect.objectContaining({ email: next, userId, firstName: null })]);
    expect(await tokenOf()).not.toBeNull();
    await system.setClockAhead(25 * 3_600_000);
    await ask(next, 'reset');
    expect([(await resetsTo()).length, await tokenOf()]).toEqual([1, null]);
    await system.setClockAhead(0);
  });

  describe('to an address that staff entered for an account', () => {
    const origin = { ipAddress: null, userAgent: 'test' };
    const names = { firstName: 'Grace', lastName: 'Adeyemi' };
    const currentPassword = 'a good password';
    const byStaff = async () => {
      const [admin] = await system.database.query<{ id: string }[]>('SELECT id FROM admins');
      return { reason: 'mistyped', by: { adminId: admin!.id, role: 'owner' as const, origin } };
    };
    const staffChange = async (userId: string, email: string): Promise<void> => {
      const form = { userId, email, ...(await byStaff()), currentPassword: ADMIN.password };
      await system.rpc.call(identity.correctMemberEmail, form);
    };
    const memberChange = (userId: string, email: string) =>
      system.rpc.call(identity.updateProfile, { userId, email, ...names, currentPassword, origin });
    const resetTo = async (email: string) => (await system.issueLink({ email, purpose: 'reset' })).token;
    const leadsNowhere = async (email: string): Promise<void> => {
      const before = (await emailsTo(email)).length;
      await ask(email, 'reset');
      expect([(await emailsTo(email)).length, await resetTo(email)]).toEqual([before, null]);
    };

    it('leads to that account also where setting one up is asked for', async () => {
      const [{ userId }, next] = [await member(), newAddress()];
      await staffChange(userId, next);
      await ask(next, 'setup');
      const purposes = (await emailsTo(next)).map(({ purpose }) => purpose);
      expect(purposes).toContain('sign_in');
      expect(purposes).not.toContain('setup');
    });

    it('is not sent where another account has verified the address', async () => {
      const [{ userId }, other] = [await member(), await member()];
      await system.database.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [other.userId]);
      const before = (await emailsTo(other.email)).length;
      await expect(staffChange(userId, other.email)).rejects.toMatchObject({
        fields: { email: 'Another account has this email and verified it' },
      });
      expect((await emailsTo(other.email)).length).toBe(before);
    });

    it('leads nowhere where the account itself names the address, before staff or after them', async () => {
      const [{ userId }, next] = [await member(), newAddress()];
      await memberChange(userId, next);
      await leadsNowhere(next);
      await staffChange(userId, next);
      await memberChange(userId, next);
      await leadsNowhere(next);
    });

    it.each<[string, (person: { userId: string; email: string }) => Promise<unknown>]>([
      ['staff name another address instead', ({ userId }) => staffChange(userId, newAddress())],
      ['the member keeps the address', ({ userId, email }) => memberChange(userId, email)],
      [
        'the member changes the password',
        ({ userId }) =>
          system.rpc.call(identity.changePassword, { userId, currentPassword, newPassword: 'another one', origin }),
      ],
      [
        'the account is deleted',
        ({ userId }) => system.rpc.call(identity.deleteAccount, { userId, currentPassword, origin }),
      ],
      [
        'the account is deactivated',
        async ({ userId }) => system.rpc.call(identity.deactivateMember, { userId, ...(await byStaff()) }),
      ],
    ])('leads nowhere once %s, and the link of before has ended', async (_how, act) => {
      const person = await member();
      const next = newAddress();
      await staffChange(person.userId, next);
      const token = (await resetTo(next))!;
      await act(person);
      expect(await codeOf(system.rpc.call(identity.resetPassword, { token, password: 'one more password' }))).toBe(
        'link_invalid',
      );
      await leadsNowhere(next);
    });

    it('leads nowhere where staff named it for another account too', async () => {
      const next = newAddress();
      for (const { userId } of [await member(), await member()]) await staffChange(userId, next);
      await leadsNowhere(next);
    });

    it('leads to the account that has it, also where that was opened after the link was emailed', async () => {
      const [person, owner] = [await member(), await member()];
      await staffChange(person.userId, owner.email);
      const password = 'the holder of the mailbox';
      await system.rpc.call(identity.resetPassword, { token: (await resetTo(owner.email))!, password });
      const [second, next] = [await member(), newAddress()];
      await staffChange(second.userId, next);
      const token = (await resetTo(next))!;
      await system.rpc.call(identity.registerAccount, { email: next, ...names, password: currentPassword });
      expect(await codeOf(system.rpc.call(identity.resetPassword, { token, password }))).toBe('link_invalid');
      for (const [email, typed] of [
        [owner.email, password],
        [person.email, currentPassword],
        [next, currentPassword],
        [second.email, currentPassword],
      ] as const)
        expect(await codeOf(system.rpc.call(identity.loginMember, { email, password: typed, origin }))).toBe(
          'answered',
        );
    });
  });

  it('makes no link for an email that identity did not publish, for any request to messaging or in its name', async () => {
    const [{ email, userId }, unknown] = [await member(), newAddress()];
    const issue = (purpose: 'setup' | 'reset' | 'verify_email' | 'admin_reset', to: string) =>
      system.rpc.call(identity.issueLink, { email: to, purpose, ...(purpose === 'verify_email' ? { userId } : {}) });
    expect(await issue('reset', email)).toEqual({ token: null });
    expect(await issue('admin_reset', ADMIN.email)).toEqual({ token: null });
    expect(await codeOf(issue('verify_email', email))).toBe('in_progress');
    expect(await codeOf(issue('setup', unknown))).toBe('in_progress');
    await ask(email, 'reset');
    await ask(unknown, 'setup');
    await system.rpc.call(identity.requestEmailVerification, { userId });
    await system.rpc.call(identity.requestLink, { email: ADMIN.email, purpose: 'admin_reset' });
    await Promise.all([emailsTo(email), emailsTo(unknown), emailsTo(ADMIN.email)]);
    for (const [purpose, to] of [
      ['reset', email],
      ['verify_email', email],
      ['setup', unknown],
      ['admin_reset', ADMIN.email],
    ] as const)
      expect([purpose, await issue(purpose, to)]).toEqual([purpose, { token: expect.any(String) }]);
  });

  it('makes none for an account that is deleted meanwhile', async () => {
    const { email, userId } = await member();
    await ask(email, 'reset');
    await emailsTo(email);
    const waiting = async (): Promise<boolean> => {
      const [found] = await system.database.query<{ count: number }[]>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return found!.count > 0;
    };
    const { issued } = await system.database.transaction(async (manager) => {
      await manager.query('DELETE FROM users WHERE id = $1', [userId]);
      const issued = system.rpc.call(identity.issueLink, { email, purpose: 'reset' });
      issued.catch(() => undefined);
      await until('the link to wait for the deletion', waiting);
      return { issued };
    });
    expect(await issued).toEqual({ token: null });
  });

  it('makes the link of a welcome once the membership that it welcomes to has arrived', async () => {
    const email = newAddress();
    const issue = () => system.rpc.call(identity.issueLink, { email, purpose: 'setup' });
    expect(await codeOf(issue())).toBe('in_progress');
    await system.deliverEvent(claimsMade, {
      claims: [{ kind: 'customer', subjectId: `cus_${randomUUID()}`, email, madeAt: new Date().toISOString() }],
    });
    expect(await issue()).toEqual({ token: expect.any(String) });
  });

  it('makes no link before an email is posted, and puts none into an event', async () => {
    const { email } = await member();
    await ask(email, 'reset');
    const [event] = await emailsTo(email);
    expect(Object.keys(event ?? {}).sort()).toEqual(['email', 'firstName', 'purpose', 'requestId']);
    expect(
      await system.database.query('SELECT 1 FROM account_tokens WHERE email_key = $1', [email.toLowerCase()]),
    ).toEqual([]);
  });
});

describe('old data of links', () => {
  it('is removed: expired links, and requests after three days', async () => {
    const { email } = await member();
    const emailKey = email.toLowerCase();
    await ask(email, 'reset');
    await emailsTo(email);
    await system.rpc.call(identity.issueLink, { email, purpose: 'reset' });
    const unknown = newAddress();
    await system.issueLink({ email: unknown, purpose: 'setup' });
    const left = async (table: 'link_requests' | 'account_tokens', key: string): Promise<number> =>
      (await system.database.query<unknown[]>(`SELECT 1 FROM ${table} WHERE email_key = $1`, [key])).length;
    expect([await left('link_requests', emailKey), await left('account_tokens', emailKey)]).toEqual([1, 1]);
    await system.setClockAhead(2 * 3_600_000);
    await system.wake(pruneAccountLinks);
    await until('the expired link to be forgotten', async () => (await left('account_tokens', emailKey)) === 0);
    expect([await left('link_requests', emailKey), await left('account_tokens', unknown.toLowerCase())]).toEqual([
      1, 1,
    ]);
    await system.setClockAhead(73 * 3_600_000);
    await system.wake(pruneAccountLinks);
    await until('the request to be forgotten', async () => (await left('link_requests', emailKey)) === 0);
    await system.setClockAhead(0);
  });
});
