import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import * as contracts from '@lectern/contracts/identity/passkey-rpc';
import { adminSignInChanged, newDeviceSignedIn } from '@lectern/contracts/identity/events';
import { loginAdmin, resumeAdminSession } from '@lectern/contracts/identity/rpc';
import * as factor from '@lectern/contracts/identity/second-factor-rpc';
import { withLongTimeout } from '@lectern/service-kit/testing/with-long-timeout';
import { type Faults, SoftwarePasskey } from '@lectern/test-kit/software-passkey';
import { resetSecondFactor } from '../reset-second-factor.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const SITE = 'https://lectern.test';
const origin = { ipAddress: null, userAgent: 'an administrator’s browser' };

let system: TestIdentity;
beforeAll(async () => {
  system = await startIdentity();
});
beforeEach(() => system.forgetFailures());
afterAll(() => system.close());

/** An administrator whose second factor is on, and the codes that are left of it. */
const guardedAdmin = async () => {
  const email = `admin+${randomUUID().slice(0, 8)}@example.org`;
  const [row] = await system.database.query<[{ id: string }]>(
    `INSERT INTO admins (email, email_key, name, role, password_hash) SELECT $1, $1, $2, 'owner', password_hash FROM admins WHERE email_key = $3 RETURNING id`,
    [email, 'Ada Adeyemi', ADMIN.email],
  );
  const [by, sessionId] = [{ adminId: row.id, role: 'owner' as const, origin }, randomUUID()];
  const { secret } = await system.rpc.call(factor.startSecondFactor, {
    by,
    sessionId,
    currentPassword: ADMIN.password,
  });
  const { recoveryCodes } = await system.rpc.call(factor.turnOnSecondFactor, {
    by,
    sessionId,
    code: TOTP.generate({ secret: Secret.fromBase32(secret) }),
  });
  return { adminId: row.id, email, by, sessionId, takeCode: () => recoveryCodes.pop() ?? 'none is left' };
};
type Guarded = Awaited<ReturnType<typeof guardedAdmin>>;

const begin = ({ by, sessionId, takeCode }: Guarded, code = takeCode(), currentPassword = ADMIN.password) =>
  system.rpc.call(withLongTimeout(contracts.beginPasskey), { by, sessionId, currentPassword, code });
const add = (
  { by, sessionId }: Pick<Guarded, 'by' | 'sessionId'>,
  passkey: SoftwarePasskey,
  faults?: Faults,
  name = 'Work laptop',
) => system.rpc.call(contracts.addPasskey, { by, sessionId, name, credential: passkey.created(faults) });
const list = ({ adminId }: Guarded) => system.rpc.call(contracts.listPasskeys, { adminId });
const signIn = async (passkey: SoftwarePasskey, faults?: Faults) =>
  system.rpc.call(contracts.loginByPasskey, {
    credential: passkey.shown(await system.rpc.call(contracts.beginPasskeyLogin, {}), faults),
    origin,
    devices: [],
  });
const actionsOf = ({ adminId }: Guarded) =>
  system.database.query<{ action: string; details: object }[]>(
    'SELECT action, details FROM admin_actions WHERE admin_id = $1 ORDER BY created_at',
    [adminId],
  );

const withPasskey = async () => {
  const admin = await guardedAdmin();
  const passkey = new SoftwarePasskey(SITE, await begin(admin));
  return { admin, passkey, kept: await add(admin, passkey) };
};

describe('a passkey', () => {
  it('signs an administrator in in place of the password and a code, and it is recorded and reported', async () => {
    const { admin, passkey, kept } = await withPasskey();
    expect(kept).toEqual({
      id: expect.any(String),
      name: 'Work laptop',
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
    });
    const { token, admin: profile, deviceToken } = await signIn(passkey);
    expect(profile).toMatchObject({ id: admin.adminId, email: admin.email });
    expect(deviceToken).toEqual(expect.any(String));
    expect(await codeOf(system.rpc.call(resumeAdminSession, system.claimsOf(token)))).toBe('answered');
    expect((await list(admin))[0]?.lastUsedAt).toMatch(/Z$/);
    expect((await actionsOf(admin)).slice(1)).toEqual([
      { action: 'add_passkey', details: { name: 'Work laptop' } },
      { action: 'login', details: { passkey: 'Work laptop' } },
    ]);
    const reports = (await system.publishedEvents(newDeviceSignedIn)).filter(({ email }) => email === admin.email);
    expect(reports).toHaveLength(1);
    const changes = (await system.publishedEvents(adminSignInChanged)).filter(({ email }) => email === admin.email);
    expect(changes.map(({ change }) => change)).toEqual(['turn_on_second_factor', 'add_passkey']);
    // The password still waits for a code beside it.
    expect(
      await codeOf(
        system.rpc.call(withLongTimeout(loginAdmin), { email: admin.email, password: ADMIN.password, origin }),
      ),
    ).toBe('second_factor_required');
  });

  it('is begun by the password and a code alone, while the second factor is on', async () => {
    const admin = await guardedAdmin();
    expect(await codeOf(begin(admin, admin.takeCode(), 'a wrong password'))).toBe('current_password_wrong');
    expect(await codeOf(begin(admin, '000000'))).toBe('code_wrong');
    const options = await begin(admin);
    expect(options).toMatchObject({
      rp: { id: 'lectern.test' },
      user: { name: admin.email, displayName: 'Ada Adeyemi' },
      excludeCredentials: [],
    });
    const { by, sessionId, takeCode } = admin;
    await system.rpc.call(factor.turnOffSecondFactor, {
      by,
      sessionId,
      currentPassword: ADMIN.password,
      code: takeCode(),
    });
    expect(await codeOf(begin(admin))).toBe('second_factor_off');
    expect(await codeOf(add(admin, new SoftwarePasskey(SITE, options)))).toBe('second_factor_off');
    expect(await list(admin)).toEqual([]);
  });

  it.each<[string, Faults]>([
    ['was made at another site', { origin: 'https://lectern.example' }],
    ['was made for another site', { rpId: 'lectern.example' }],
    ['asked for no finger, face or PIN', { isUnverified: true }],
  ])('is not saved that %s, and its challenge is used up', async (_what, faults) => {
    const admin = await guardedAdmin();
    const passkey = new SoftwarePasskey(SITE, await begin(admin));
    expect(await codeOf(add(admin, passkey, faults))).toBe('passkey_not_made');
    expect(await codeOf(add(admin, passkey))).toBe('passkey_not_made');
    expect(await list(admin)).toEqual([]);
  });

  it('is kept once, in the session and of the administrator that began it', async () => {
    const [admin, other] = [await guardedAdmin(), await guardedAdmin()];
    const elsewhere = new SoftwarePasskey(SITE, await begin(admin));
    expect(await codeOf(add({ ...admin, sessionId: randomUUID() }, elsewhere))).toBe('passkey_not_made');
    const others = new SoftwarePasskey(SITE, await begin(admin));
    expect(await codeOf(add(other, others))).toBe('passkey_not_made');
    const passkey = new SoftwarePasskey(SITE, await begin(admin));
    const outcomes = await Promise.all([add(admin, passkey), add(admin, passkey)].map(codeOf));
    expect(outcomes.toSorted()).toEqual(['answered', 'passkey_not_made']);
    expect(await begin(admin)).toMatchObject({
      excludeCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
    });
    // One that was asked for at a sign-in is none that somebody began.
    const asked = await system.rpc.call(contracts.beginPasskeyLogin, {});
    expect(
      await codeOf(
        add(admin, new SoftwarePasskey(SITE, { ...asked, rp: { id: 'lectern.test' }, user: { id: 'AAAA' } })),
      ),
    ).toBe('passkey_not_made');
    expect(await list(admin)).toHaveLength(1);
  });

  it.each<[string, Faults]>([
    ['at another site', { origin: 'https://lectern.example' }],
    ['for another site', { rpId: 'lectern.example' }],
    ['without a finger, face or PIN', { isUnverified: true }],
    ['as somebody else’s', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
  ])('signs nobody in %s', async (_what, faults) => {
    const { admin, passkey } = await withPasskey();
    expect(await codeOf(signIn(passkey, faults))).toBe('passkey_refused');
    expect(await codeOf(signIn(passkey))).toBe('answered');
    expect((await actionsOf(admin)).filter(({ action }) => action === 'login')).toHaveLength(1);
  });

  it('signs nobody in by a challenge that was used, that was not given out, or by a copy', async () => {
    const { passkey } = await withPasskey();
    const login = (credential: ReturnType<SoftwarePasskey['shown']>) =>
      codeOf(system.rpc.call(contracts.loginByPasskey, { credential, origin }));
    const shown = passkey.shown(await system.rpc.call(contracts.beginPasskeyLogin, {}));
    const outcomes = await Promise.all([login(shown), login(shown), login(shown)]);
    expect(outcomes.toSorted()).toEqual(['answered', 'passkey_refused', 'passkey_refused']);
    expect(await codeOf(signIn(passkey, { isCopy: true }))).toBe('passkey_refused');
    expect(await login(passkey.shown({ challenge: 'bm8gY2hhbGxlbmdl' }))).toBe('passkey_refused');
    expect(await codeOf(signIn(passkey))).toBe('answered');
  });

  it('signs nobody in when it is unknown, or its administrator is deactivated', async () => {
    const { admin, passkey } = await withPasskey();
    expect(
      await codeOf(
        signIn(new SoftwarePasskey(SITE, { challenge: 'AAAA', rp: { id: 'lectern.test' }, user: { id: 'AAAA' } })),
      ),
    ).toBe('passkey_refused');
    await system.database.query('UPDATE admins SET is_active = false WHERE id = $1', [admin.adminId]);
    expect(await codeOf(signIn(passkey))).toBe('passkey_refused');
  });

  it('is removed by the password and a code, of one’s own alone', async () => {
    const { admin, passkey, kept } = await withPasskey();
    const other = await guardedAdmin();
    const remove = ({ by, sessionId }: Guarded, code: string) =>
      codeOf(
        system.rpc.call(contracts.removePasskey, { by, sessionId, id: kept.id, currentPassword: ADMIN.password, code }),
      );
    expect(await remove(other, other.takeCode())).toBe('not_found');
    expect(await remove(admin, '000000')).toBe('code_wrong');
    expect(await codeOf(signIn(passkey))).toBe('answered');
    expect(await remove(admin, admin.takeCode())).toBe('answered');
    expect(await codeOf(signIn(passkey))).toBe('passkey_refused');
    expect(await list(admin)).toEqual([]);
  });

  it('goes with the second factor, also where an operator resets it', async () => {
    const [own, lost] = [await withPasskey(), await withPasskey()];
    const { by, sessionId, takeCode } = own.admin;
    await system.rpc.call(factor.turnOffSecondFactor, {
      by,
      sessionId,
      currentPassword: ADMIN.password,
      code: takeCode(),
    });
    expect(await resetSecondFactor({ DATABASE_URL: system.databaseUrl }, lost.admin.email, new Date())).toBe('reset');
    for (const { passkey } of [own, lost]) expect(await codeOf(signIn(passkey))).toBe('passkey_refused');
  });
});
