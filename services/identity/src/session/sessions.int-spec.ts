import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASSOCIATION } from '@lectern/contracts/association';
import { DomainError } from '@lectern/contracts/errors';
import { listAllAdministrators } from '@lectern/contracts/identity/administrator-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import * as sessions from '@lectern/contracts/identity/session-rpc';
import { startSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import { until } from '@lectern/test-kit/until';
import { PasswordHasher } from '../password/password-hasher.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';
import { pruneSessions } from './prune-sessions.job.ts';
import { dayOf } from './start-session.ts';

const PASSWORD = 'a good password';
const DAY_MS = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const from = (userAgent: string | null) => ({ ipAddress: '192.0.2.77', userAgent });

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});

beforeEach(async () => {
  await system.forgetFailures();
});

afterAll(async () => {
  await system.close();
});

type Audience = 'member' | 'admin';
/** A person of this audience, with a function that signs in once more at each call. */
const somebody = async (audience: Audience): Promise<(userAgent: string | null) => Promise<string>> => {
  if (audience === 'admin')
    return async (userAgent) =>
      (await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin: from(userAgent) })).token;
  const email = `${randomUUID()}@example.com`;
  await system.rpc.call(identity.registerAccount, {
    email,
    firstName: 'Grace',
    lastName: 'Adeyemi',
    password: PASSWORD,
  });
  return async (userAgent) =>
    (await system.rpc.call(identity.loginMember, { email, password: PASSWORD, origin: from(userAgent) })).token;
};
const passwordOf = (audience: Audience): string => (audience === 'admin' ? ADMIN.password : PASSWORD);
const list = (audience: Audience, token: string) =>
  system.rpc.call(sessions.listSessions, { audience, claims: system.claimsOf(token) });
const end = (audience: Audience, token: string, sessionId?: string, currentPassword = passwordOf(audience)) =>
  system.rpc.call(sessions.endOwnSessions, {
    audience,
    claims: system.claimsOf(token),
    currentPassword,
    origin: from(FIREFOX),
    ...(sessionId !== undefined && { sessionId }),
  });
const resume = (audience: Audience, token: string): Promise<unknown> =>
  system.rpc.call(
    audience === 'admin' ? identity.resumeAdminSession : identity.resumeMemberSession,
    system.claimsOf(token),
  );
const isIn = async (audience: Audience, token: string): Promise<boolean> =>
  (await codeOf(resume(audience, token))) === 'answered';
const idOf = (token: string): string => system.claimsOf(token).tokenId;
const rowsOf = (token: string) =>
  system.database.query<Record<string, unknown>[]>('SELECT * FROM sessions WHERE token_id = $1', [idOf(token)]);

describe.each(['member', 'admin'] as const)('the sessions of a %s', (audience) => {
  beforeEach(async () => {
    // There is one administrator, who signs in in every test.
    await system.database.query('DELETE FROM sessions WHERE admin_id IS NOT NULL');
  });

  it('are listed for their holder in plain words, this one first, and no other account’s', async () => {
    const signIn = await somebody(audience);
    const [laptop, telephone] = [await signIn(FIREFOX), await signIn(IPHONE)];
    const elsewhere = await somebody(audience === 'admin' ? 'member' : 'admin');
    await elsewhere(FIREFOX);
    const today = dayOf(new Date(), ASSOCIATION.ASSOCIATION_TIME_ZONE);
    const published = { startedAt: expect.any(String), lastSeenOn: today };
    expect(await list(audience, telephone)).toEqual([
      { id: idOf(telephone), client: 'Safari on iPhone', isThis: true, ...published },
      { id: idOf(laptop), client: 'Firefox on Windows', isThis: false, ...published },
    ]);
    expect((await list(audience, laptop))[0]).toMatchObject({ id: idOf(laptop), isThis: true });
  });

  it('keep neither the address nor the browser’s own description', async () => {
    const token = await (await somebody(audience))(`${FIREFOX} somebody@example.com`);
    const [row] = await rowsOf(token);
    expect(row).toMatchObject({ client: 'Firefox on Windows' });
    expect(JSON.stringify(row)).not.toMatch(/192\.0\.2\.77|Mozilla|somebody/);
  });

  it('end one by one for a caller who knows the password, and the others go on', async () => {
    const signIn = await somebody(audience);
    const [here, lost, other] = [await signIn(FIREFOX), await signIn(IPHONE), await signIn(null)];
    expect(await end(audience, here, idOf(lost))).toEqual({ token: null });
    expect([await isIn(audience, here), await isIn(audience, lost), await isIn(audience, other)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await list(audience, here)).map(({ id }) => id).sort()).toEqual([idOf(here), idOf(other)].sort());
    expect(await codeOf(end(audience, here, idOf(lost)))).toBe('not_found');
  });

  it('all end but this one, also those without a record, and this one goes on with the answer’s token', async () => {
    const signIn = await somebody(audience);
    const [here, lost, unknown] = [await signIn(FIREFOX), await signIn(IPHONE), await signIn(null)];
    await system.database.query('DELETE FROM sessions WHERE token_id = $1', [idOf(unknown)]);
    const { token } = await end(audience, here);
    expect(await Promise.all([here, lost, unknown].map((each) => isIn(audience, each)))).toEqual([false, false, false]);
    expect(await isIn(audience, token!)).toBe(true);
    expect(await list(audience, token!)).toMatchObject([
      { id: idOf(token!), client: 'Firefox on Windows', isThis: true },
    ]);
  });

  it('do not end without the password, and wrong ones are slowed down as at the login', async () => {
    const signIn = await somebody(audience);
    const [here, lost] = [await signIn(FIREFOX), await signIn(IPHONE)];
    for (let times = 0; times < 5; times += 1) {
      await expect(
        end(audience, here, times % 2 === 0 ? idOf(lost) : undefined, 'a wrong password'),
      ).rejects.toMatchObject({
        code: 'current_password_wrong',
        fields: { currentPassword: 'Current password is incorrect' },
      });
    }
    expect(await codeOf(end(audience, here, idOf(lost)))).toBe('too_many_attempts');
    expect(await isIn(audience, lost)).toBe(true);
  });

  it('cannot be ended by others: another’s id is treated as an unknown one', async () => {
    const [own, others] = [
      await (await somebody(audience))(FIREFOX),
      await (await somebody(audience === 'admin' ? 'member' : 'admin'))(IPHONE),
    ];
    for (const id of [idOf(others), randomUUID()]) expect(await codeOf(end(audience, own, id))).toBe('not_found');
    expect(await isIn(audience === 'admin' ? 'member' : 'admin', others)).toBe(true);
    expect(await rowsOf(others)).toHaveLength(1);
  });

  it('end once of ten who press it at the same time', async () => {
    const signIn = await somebody(audience);
    const [here, lost] = [await signIn(FIREFOX), await signIn(IPHONE)];
    const outcomes: string[] = [];
    // Two at a time, so that the throttle, which counts before the password is checked, lets them pass.
    for (let times = 0; times < 5; times += 1)
      outcomes.push(...(await Promise.all([1, 2].map(() => codeOf(end(audience, here, idOf(lost)))))));
    expect(outcomes.filter((code) => code === 'answered')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'not_found']));
  });

  it('are not listed once they were signed out of', async () => {
    const signIn = await somebody(audience);
    const [here, gone] = [await signIn(FIREFOX), await signIn(IPHONE)];
    await system.rpc.call(identity.endSession, { audience, claims: system.claimsOf(gone) });
    expect((await list(audience, here)).map(({ id }) => id)).toEqual([idOf(here)]);
    expect(await rowsOf(gone)).toEqual([]);
  });

  it('from before the record are listed once they are used, as unknown ones', async () => {
    const token = await (await somebody(audience))(FIREFOX);
    await system.database.query('DELETE FROM sessions WHERE token_id = $1', [idOf(token)]);
    expect(await list(audience, token)).toEqual([]);
    await resume(audience, token);
    expect(await list(audience, token)).toMatchObject([{ id: idOf(token), client: 'Unknown browser', isThis: true }]);
  });
});

describe('the last day of use', () => {
  it('is noted when a session is used on another day, and never goes back', async () => {
    const token = await (await somebody('member'))(FIREFOX);
    await system.database.query(`UPDATE sessions SET last_seen_on = last_seen_on - 3 WHERE token_id = $1`, [
      idOf(token),
    ]);
    await resume('member', token);
    await resume('member', token);
    expect(await list('member', token)).toMatchObject([
      { lastSeenOn: dayOf(new Date(), ASSOCIATION.ASSOCIATION_TIME_ZONE) },
    ]);
    const ahead = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const other = await (await somebody('member'))(FIREFOX);
    await system.database.query(`UPDATE sessions SET last_seen_on = $2 WHERE token_id = $1`, [idOf(other), ahead]);
    await resume('member', other);
    expect(await list('member', other)).toMatchObject([
      { lastSeenOn: dayOf(new Date(), ASSOCIATION.ASSOCIATION_TIME_ZONE) },
    ]);
    const [{ day }] = await system.database.query<[{ day: string }]>(
      'SELECT last_seen_on::text AS day FROM sessions WHERE token_id = $1',
      [idOf(other)],
    );
    expect(day).toBe(ahead);
  });
});

describe('the record of a session', () => {
  it('goes with the account', async () => {
    const token = await (await somebody('member'))(FIREFOX);
    await system.database.query('DELETE FROM users WHERE id = $1', [system.claimsOf(token).subject]);
    expect(await rowsOf(token)).toEqual([]);
  });

  it('does not begin for an account that is deleted while its password is checked', async () => {
    const signIn = await somebody('member');
    const { subject } = system.claimsOf(await signIn(FIREFOX));
    const answer = await system.database.transaction(async (manager) => {
      await manager.query('DELETE FROM users WHERE id = $1', [subject]);
      // It finds the account, which is there until the commit, and waits for it.
      const signingIn = codeOf(signIn(IPHONE));
      await until('the sign-in to wait for the deletion', async () => {
        const [row] = await system.database.query<{ count: number }[]>(
          `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row!.count > 0;
      });
      return { signingIn };
    });
    expect(await answer.signingIn).toBe('token_invalid');
  });

  it('goes when its token has expired', async () => {
    const [token, stays] = [await (await somebody('member'))(FIREFOX), await (await somebody('member'))(FIREFOX)];
    await system.database.query(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE token_id = $1`, [
      idOf(token),
    ]);
    await system.wake(pruneSessions);
    while ((await rowsOf(token)).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await rowsOf(stays)).toHaveLength(1);
  });

  it('is recorded for administrators where they end one, or all others', async () => {
    const signIn = await somebody('admin');
    const [here, lost] = [await signIn(FIREFOX), await signIn(IPHONE)];
    const actions = async () =>
      (
        await system.database.query<{ action: string }[]>(
          `SELECT action FROM admin_actions WHERE action LIKE 'end%session%' ORDER BY created_at`,
        )
      ).map(({ action }) => action);
    const before = await actions();
    await end('admin', here, idOf(lost));
    await end('admin', here);
    expect((await actions()).slice(before.length)).toEqual(['end_session', 'end_other_sessions']);
    const unknown = await signIn(FIREFOX);
    await codeOf(end('admin', unknown, randomUUID()));
    expect((await actions()).length).toBe(before.length + 2);
  });
});

describe('the link that ends a session', () => {
  const linkFor = async (token: string, email: string): Promise<string | null> =>
    (await system.rpc.call(sessions.issueSessionEnd, { sessionId: idOf(token), email })).token;
  const accountOf = (token: string) => system.claimsOf(token).subject;

  it('is an administrator’s where their login was reported, and in no other mailbox', async () => {
    await system.database.query('DELETE FROM sessions WHERE admin_id IS NOT NULL');
    const token = await (await somebody('admin'))(FIREFOX);
    expect(await linkFor(token, 'somebody@example.com')).toBeNull();
    expect(await linkFor(token, ` ${ADMIN.email.toUpperCase()}`)).toEqual(expect.any(String));
  });

  it('is a member’s in the mailbox that was theirs when it began, also after their address has changed', async () => {
    const signIn = await somebody('member');
    const unreported = await signIn(FIREFOX);
    await system.database.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [accountOf(unreported)]);
    const [{ email }] = await system.database.query<[{ email: string }]>('SELECT email FROM users WHERE id = $1', [
      accountOf(unreported),
    ]);
    expect(await linkFor(unreported, email)).toBeNull();
    const token = await signIn(IPHONE);
    expect(await linkFor(token, email)).toEqual(expect.any(String));
    expect(await linkFor(token, 'thief@example.com')).toBeNull();

    await system.database.query(
      `INSERT INTO link_requests (purpose, email, email_key, user_id, requested_at, answered_at, is_emailed) VALUES
       ('email_undo', $2, $2, $1, now() + interval '1 second', now(), true), ('email_undo', 'earlier@example.com', 'earlier@example.com', $1, now() - interval '1 day', now(), true)`,
      [accountOf(token), email],
    );
    await system.database.query(`UPDATE users SET email = 'new-' || email, email_key = 'new-' || email WHERE id = $1`, [
      accountOf(token),
    ]);
    expect(await linkFor(token, email)).toEqual(expect.any(String));
    expect(await linkFor(token, `new-${email}`)).toEqual(expect.any(String));
    expect(await linkFor(token, 'earlier@example.com')).toBeNull();
  });
});

describe('failed passwords', () => {
  const member = async () => {
    const typed = { email: `${randomUUID()}@example.com`, firstName: 'Grace', lastName: 'Adeyemi', password: PASSWORD };
    await system.rpc.call(identity.registerAccount, typed);
    const logIn = (password = PASSWORD) =>
      system.rpc.call(identity.loginMember, { email: typed.email, password, origin: from(null) });
    return { typed, logIn };
  };

  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['signs in', async () => (await member()).logIn],
    [
      'signs in to administer',
      async () => () => system.rpc.call(identity.loginAdmin, { ...ADMIN, origin: from(null) }),
    ],
    [
      'registers again',
      async () => {
        const { typed } = await member();
        return () => system.rpc.call(identity.registerAccount, typed);
      },
    ],
    [
      'confirms by the password',
      async () => {
        const token = await (await somebody('member'))(FIREFOX);
        return () => end('member', token);
      },
    ],
    [
      'sets a second factor up',
      async () => {
        const { tokenId: sessionId, subject: adminId } = system.claimsOf(await (await somebody('admin'))(FIREFOX));
        const by = { adminId, role: 'owner' as const, origin: from(null) };
        return () => system.rpc.call(startSecondFactor, { by, currentPassword: ADMIN.password, sessionId });
      },
    ],
  ])('are not those that were never checked, where a person %s', async (_what, prepare) => {
    const ask = await prepare();
    const full = vi
      .spyOn(PasswordHasher.prototype, 'verify')
      .mockRejectedValue(new DomainError('too_many_requests', { retryAfter: 2 }));
    try {
      for (let times = 0; times < 7; times += 1) expect(await codeOf(ask())).toBe('too_many_requests');
    } finally {
      full.mockRestore();
    }
    expect(await codeOf(ask())).toBe('answered');
  });

  it('are as many as were checked, of however many at the same moment', async () => {
    const { logIn } = await member();
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(logIn('a guess of a stranger'))));
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(5);
    const refused = await logIn().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'too_many_attempts', message: expect.stringContaining('in 1 minute.') });
  });
});

describe('the day of use', () => {
  it('is the association’s, also on the list of administrators', async () => {
    const tomorrow = dayOf(new Date(Date.now() + DAY_MS), 'UTC');
    // In Los Angeles this is the evening of the day before.
    await system.setClockAhead(Date.parse(`${tomorrow}T04:00:00Z`) - Date.now());
    const evening = dayOf(new Date(Date.parse(tomorrow) - DAY_MS), 'UTC');
    await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin: from(FIREFOX) });
    const seen = await system.rpc.call(listAllAdministrators, {});
    expect(seen.find(({ email }) => email === ADMIN.email)).toMatchObject({ lastSeenOn: evening });
  });
});
