import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret, TOTP, URI } from 'otpauth';
import type { Actor } from '@lectern/contracts/identity/model';
import { adminSignInChanged } from '@lectern/contracts/identity/events';
import { loginAdmin, listAdminActions, resumeAdminSession } from '@lectern/contracts/identity/rpc';
import * as contracts from '@lectern/contracts/identity/second-factor-rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { withLongTimeout } from '@lectern/service-kit/testing/with-long-timeout';
import { rowsContaining } from '@lectern/service-kit/testing/person-tables';
import { resetSecondFactor } from '../reset-second-factor.ts';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';

const origin = { ipAddress: null, userAgent: 'an administrator’s browser' };
const HOUR_MS = 3_600_000;

let system: TestIdentity;
let aheadMs = 0;
beforeAll(async () => {
  system = await startIdentity();
});
beforeEach(() => system.forgetFailures());
afterAll(() => system.close());

interface TestAdmin {
  readonly adminId: string;
  readonly email: string;
  readonly by: Actor;
  readonly sessionId: string;
}

/** Another administrator, with the password of the first one. */
const newAdmin = async (): Promise<TestAdmin> => {
  const email = `admin+${randomUUID().slice(0, 8)}@Example.org`;
  const [row] = await system.database.query<[{ id: string }]>(
    `INSERT INTO admins (email, email_key, name, role, password_hash) SELECT $1, lower($1), $2, 'owner', password_hash FROM admins WHERE email_key = $3 RETURNING id`,
    [email, 'Ada Adeyemi', ADMIN.email],
  );
  return { adminId: row.id, email, by: { adminId: row.id, role: 'owner', origin }, sessionId: randomUUID() };
};

/** The code that an app shows so many steps from now. The present one and the next are valid however long the test takes. */
const appCode = (secret: string, stepsAhead = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + aheadMs + stepsAhead * 30_000 });

/** Codes that were used may be used again, as those of a later time are. */
const laterOn = ({ adminId }: TestAdmin) =>
  system.database.query('UPDATE second_factors SET last_step = 0 WHERE admin_id = $1', [adminId]);

const login = ({ email }: TestAdmin, code?: string, password = ADMIN.password) =>
  system.rpc.call(withLongTimeout(loginAdmin), { email, password, origin, code });
const start = ({ by, sessionId }: TestAdmin, currentPassword = ADMIN.password) =>
  system.rpc.call(contracts.startSecondFactor, { by, sessionId, currentPassword });
const turnOn = ({ by, sessionId }: TestAdmin, code: string) =>
  system.rpc.call(contracts.turnOnSecondFactor, { by, sessionId, code });
const turnOff = ({ by, sessionId }: TestAdmin, code: string, currentPassword = ADMIN.password) =>
  system.rpc.call(contracts.turnOffSecondFactor, { by, sessionId, currentPassword, code });
const renew = ({ by, sessionId }: TestAdmin, code: string, currentPassword = ADMIN.password) =>
  system.rpc.call(contracts.renewRecoveryCodes, { by, sessionId, currentPassword, code });
const stateOf = ({ adminId }: TestAdmin) => system.rpc.call(contracts.getSecondFactor, { adminId });
const resume = (token: string) => codeOf(system.rpc.call(resumeAdminSession, system.claimsOf(token)));
const actionsOf = async ({ adminId }: TestAdmin) =>
  (
    await system.database.query<{ action: string; details: object }[]>(
      'SELECT action, details FROM admin_actions WHERE admin_id = $1 ORDER BY created_at',
      [adminId],
    )
  ).filter(({ action }) => action !== 'login');

/** An administrator whose second factor is on, who has not used a code since. */
const guardedAdmin = async () => {
  const admin = await newAdmin();
  const { secret } = await start(admin);
  const { token, recoveryCodes } = await turnOn(admin, appCode(secret));
  await laterOn(admin);
  return { ...admin, secret, token, recoveryCodes };
};

describe('turning the second factor on', () => {
  it('takes the password and a code of the new secret, and ends every other session', async () => {
    const admin = await newAdmin();
    const before = (await login(admin)).token;
    expect(await stateOf(admin)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    const { secret, address } = await start(admin);
    const published = URI.parse(address);
    expect(published).toBeInstanceOf(TOTP);
    expect(published).toMatchObject({
      issuer: 'Lectern',
      label: admin.email,
      secret: { base32: secret },
      digits: 6,
      algorithm: 'SHA1',
      period: 30,
    });
    // Nothing is asked for before a code was typed.
    expect(await codeOf(login(admin))).toBe('answered');
    expect(await stateOf(admin)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });

    const { token, recoveryCodes } = await turnOn(admin, appCode(secret));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await stateOf(admin)).toEqual({ enabledAt: expect.stringMatching(/Z$/), recoveryCodesLeft: 10 });
    expect([await resume(before), await resume(token)]).toEqual(['token_invalid', 'answered']);
    expect(await codeOf(login(admin))).toBe('second_factor_required');
    expect(await actionsOf(admin)).toEqual([{ action: 'turn_on_second_factor', details: {} }]);
  });

  it('is refused without the password, with a wrong code, and where nothing was begun', async () => {
    const admin = await newAdmin();
    await expect(start(admin, 'a wrong password')).rejects.toMatchObject({
      code: 'current_password_wrong',
      fields: { currentPassword: 'Current password is incorrect' },
    });
    expect(await codeOf(turnOn(admin, '123456'))).toBe('second_factor_not_started');
    const { secret } = await start(admin);
    const wrong = { code: 'code_wrong', fields: { code: 'This code is not right, or it was used already.' } };
    await expect(turnOn(admin, appCode(secret, 10))).rejects.toMatchObject(wrong);
    await expect(turnOn(admin, 'abcd-efgh-jkmn-pqrs')).rejects.toMatchObject(wrong);
    expect((await stateOf(admin)).enabledAt).toBeNull();
    expect(await actionsOf(admin)).toEqual([]);
    expect(await codeOf(login(admin))).toBe('answered');
  });

  it('takes the newest secret, for a quarter of an hour', async () => {
    const admin = await newAdmin();
    const [first, second] = [await start(admin), await start(admin)];
    expect(await codeOf(turnOn(admin, appCode(first.secret)))).toBe('code_wrong');
    await system.database.query(
      `UPDATE second_factors SET started_at = started_at - interval '901 seconds' WHERE admin_id = $1`,
      [admin.adminId],
    );
    expect(await codeOf(turnOn(admin, appCode(second.secret)))).toBe('second_factor_not_started');
    const { secret } = await start(admin);
    expect(await codeOf(turnOn(admin, appCode(secret)))).toBe('answered');
  });

  it('happens once of many concurrent times, and leaves the secret of an enabled factor alone', async () => {
    const admin = await newAdmin();
    const { secret } = await start(admin);
    const answers = await Promise.all(Array.from({ length: 4 }, () => codeOf(turnOn(admin, appCode(secret)))));
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(1);
    expect((await stateOf(admin)).recoveryCodesLeft).toBe(10);
    expect(await actionsOf(admin)).toHaveLength(1);
    expect(await codeOf(start(admin))).toBe('second_factor_on');
    expect(await codeOf(turnOn(admin, appCode(secret, 1)))).toBe('second_factor_on');
    // Also where it was turned on after a concurrent call had read it as off.
    const other = { adminId: admin.adminId, sealedSecret: 'another' };
    expect(
      await system.database.transaction((manager) =>
        new SecondFactorRepository(system.database).start({ manager } as Transaction, other, new Date()),
      ),
    ).toBe(false);
    expect(await codeOf(login(admin, appCode(secret, 1)))).toBe('answered');
  });

  it('counts wrong passwords and wrong codes together, for each session by itself and apart from failed sign-ins', async () => {
    const admin = await newAdmin();
    await start(admin);
    for (let failure = 1; failure <= 2; failure += 1)
      expect(await codeOf(start(admin, 'a wrong password'))).toBe('current_password_wrong');
    for (let failure = 3; failure <= 5; failure += 1) expect(await codeOf(turnOn(admin, '000000'))).toBe('code_wrong');
    expect(await codeOf(start(admin))).toBe('too_many_attempts');
    expect(await codeOf(start({ ...admin, sessionId: randomUUID() }))).toBe('answered');
    expect(await codeOf(login(admin))).toBe('answered');
  });
});

describe('signing in with the second factor', () => {
  it('takes a code of the app once, of no other moment, and never one of before', async () => {
    const admin = await guardedAdmin();
    for (const code of [appCode(admin.secret, 5), appCode(admin.secret, -5), '12345', 'nonsense'])
      expect(await codeOf(login(admin, code))).toBe('second_factor_wrong');
    await system.forgetFailures();
    const [now, next] = [appCode(admin.secret), appCode(admin.secret, 1)];
    const { token } = await login(admin, `${next.slice(0, 3)} ${next.slice(3)}`);
    expect(await resume(token)).toBe('answered');
    expect(await codeOf(login(admin, next))).toBe('second_factor_wrong');
    expect(await codeOf(login(admin, now))).toBe('second_factor_wrong');
    const [action] = (await system.rpc.call(listAdminActions, { limit: 1 })).items;
    expect(action).toMatchObject({ action: 'login', adminId: admin.adminId, details: { secondFactor: 'app' } });
  });

  it('answers a wrong password as it does without a second factor', async () => {
    const admin = await guardedAdmin();
    expect(await codeOf(login(admin, undefined, 'a wrong password'))).toBe('credentials_wrong');
    expect(await codeOf(login(admin, appCode(admin.secret), 'a wrong password'))).toBe('credentials_wrong');
    // The code was not used up by it.
    expect(await codeOf(login(admin, appCode(admin.secret)))).toBe('answered');
  });

  it('ignores a code where the factor is off', async () => {
    expect(await codeOf(login(await newAdmin(), '000000'))).toBe('answered');
  });

  it('lets one in of a hundred who type the same code at the same moment', async () => {
    const admin = await guardedAdmin();
    const code = appCode(admin.secret);
    const answers = await Promise.all(Array.from({ length: 100 }, () => codeOf(login(admin, code))));
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(1);
    for (const answer of answers)
      expect(['answered', 'second_factor_wrong', 'too_many_attempts', 'too_many_requests']).toContain(answer);
  });

  it('lets one in of a hundred also where nothing slows them down', async () => {
    const { adminId, recoveryCodes } = await guardedAdmin();
    const factors = new SecondFactorRepository(system.database);
    const kept = (await factors.find(adminId))!;
    const hundred = (use: (tx: Transaction) => Promise<boolean>) =>
      Promise.all(
        Array.from({ length: 100 }, () => system.database.transaction((manager) => use({ manager } as Transaction))),
      );
    const steps = await hundred((tx) => factors.useStep(tx, kept, 60_000_000));
    expect(steps.filter(Boolean)).toHaveLength(1);
    const [row] = await system.database.query<[{ code_hash: string }]>(
      'SELECT code_hash FROM recovery_codes WHERE admin_id = $1',
      [adminId],
    );
    const recovered = await hundred((tx) => factors.useRecoveryCode(tx, adminId, row.code_hash));
    expect(recovered.filter(Boolean)).toHaveLength(1);
    expect(await factors.countRecoveryCodes(adminId)).toBe(recoveryCodes.length - 1);
  });

  it('takes a recovery code in place of the app’s, once, however it is typed', async () => {
    const admin = await guardedAdmin();
    const [first = '', second = ''] = admin.recoveryCodes;
    expect(await codeOf(login(admin, first.toUpperCase().replaceAll('-', ' ')))).toBe('answered');
    expect(await codeOf(login(admin, first))).toBe('second_factor_wrong');
    expect((await stateOf(admin)).recoveryCodesLeft).toBe(9);
    expect(await codeOf(login(admin, second))).toBe('answered');
    const other = await guardedAdmin();
    expect(await codeOf(login(other, admin.recoveryCodes[2]))).toBe('second_factor_wrong');
    expect((await stateOf(admin)).recoveryCodesLeft).toBe(8);
  });

  it('slows wrong codes down as wrong passwords, and the right password alone neither counts nor excuses', async () => {
    const admin = await guardedAdmin();
    for (let failure = 1; failure <= 4; failure += 1)
      expect(await codeOf(login(admin, '000000'))).toBe('second_factor_wrong');
    for (let step = 1; step <= 8; step += 1) expect(await codeOf(login(admin))).toBe('second_factor_required');
    expect(await codeOf(login(admin, undefined, 'a wrong password'))).toBe('credentials_wrong');
    await expect(login(admin, appCode(admin.secret))).rejects.toMatchObject({
      code: 'too_many_attempts',
      retryAfter: 60,
      message: 'Too many failed attempts. Please try again in 1 minute.',
    });
    expect(await codeOf(login(admin))).toBe('too_many_attempts');
    expect(await codeOf(turnOff(admin, appCode(admin.secret)))).toBe('answered');
  });

  it('checks at most five of a hundred concurrent guesses', async () => {
    const admin = await guardedAdmin();
    const guesses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => codeOf(login(admin, String(900_000 + index)))),
    );
    expect(guesses.filter((answer) => answer === 'second_factor_wrong').length).toBeLessThanOrEqual(5);
    expect(guesses).not.toContain('answered');
  });
});

describe('the stored data of a second factor', () => {
  it('shows neither the secret nor a recovery code, in no table', async () => {
    const { secret, recoveryCodes } = await guardedAdmin();
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    const forms = [secret, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
    expect(
      await rowsContaining(system.database, [
        ...forms,
        ...recoveryCodes,
        ...recoveryCodes.map((code) => code.replaceAll('-', '')),
      ]),
    ).toEqual([]);
  });

  it('is of use to its own administrator alone', async () => {
    const [admin, other] = [await guardedAdmin(), await guardedAdmin()];
    await system.database.query(
      'UPDATE second_factors SET sealed_secret = (SELECT sealed_secret FROM second_factors WHERE admin_id = $1) WHERE admin_id = $2',
      [admin.adminId, other.adminId],
    );
    expect(await codeOf(login(other, appCode(admin.secret)))).not.toBe('answered');
    // The recovery codes do not need it.
    expect(await codeOf(login(other, other.recoveryCodes[0]))).toBe('answered');
  });
});

describe('new recovery codes', () => {
  it('take both, and end the old ones', async () => {
    const admin = await guardedAdmin();
    expect(await codeOf(renew(admin, appCode(admin.secret), 'a wrong password'))).toBe('current_password_wrong');
    expect(await codeOf(renew(admin, '000000'))).toBe('code_wrong');
    const { recoveryCodes } = await renew(admin, appCode(admin.secret));
    expect((await stateOf(admin)).recoveryCodesLeft).toBe(10);
    expect(await codeOf(login(admin, admin.recoveryCodes[0]))).toBe('second_factor_wrong');
    expect(await codeOf(login(admin, recoveryCodes[0]))).toBe('answered');
    expect(await resume(admin.token)).toBe('answered');
    expect(await actionsOf(admin)).toEqual([
      { action: 'turn_on_second_factor', details: {} },
      { action: 'renew_recovery_codes', details: { secondFactor: 'app' } },
    ]);
    expect(await codeOf(renew(await newAdmin(), '000000'))).toBe('second_factor_off');
  });
});

describe('turning the second factor off', () => {
  it('takes both, leaves nothing of it, and ends every other session', async () => {
    const admin = await guardedAdmin();
    expect(await codeOf(turnOff(admin, appCode(admin.secret), 'a wrong password'))).toBe('current_password_wrong');
    expect(await codeOf(turnOff(admin, '000000'))).toBe('code_wrong');
    expect(await resume(admin.token)).toBe('answered');
    const { token } = await turnOff(admin, admin.recoveryCodes[0]!);
    expect([await resume(admin.token), await resume(token)]).toEqual(['token_invalid', 'answered']);
    expect(await stateOf(admin)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    expect(await codeOf(login(admin))).toBe('answered');
    expect(await actionsOf(admin)).toEqual([
      { action: 'turn_on_second_factor', details: {} },
      { action: 'turn_off_second_factor', details: { secondFactor: 'recovery' } },
    ]);
    expect(await codeOf(turnOff(admin, admin.recoveryCodes[1]!))).toBe('second_factor_off');
  });

  it('happens once of several concurrent times, and the others’ codes are not lost by it', async () => {
    const admin = await guardedAdmin();
    const answers = await Promise.all(admin.recoveryCodes.slice(0, 4).map((code) => codeOf(turnOff(admin, code))));
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(1);
    expect((await actionsOf(admin)).filter(({ action }) => action === 'turn_off_second_factor')).toHaveLength(1);
  });
});

describe('an operator’s reset', () => {
  const reset = (email: string) => resetSecondFactor({ DATABASE_URL: system.databaseUrl }, email, new Date());

  it('lets an administrator who has lost everything in by the password, ends every session and is recorded', async () => {
    const [admin, other] = [await guardedAdmin(), await guardedAdmin()];
    expect(await reset(` ${admin.email.toUpperCase()}`)).toBe('reset');
    expect(await resume(admin.token)).toBe('token_invalid');
    expect(await stateOf(admin)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
    const [action] = (await system.rpc.call(listAdminActions, { limit: 1 })).items;
    expect(action).toMatchObject({
      action: 'reset_second_factor',
      adminId: null,
      adminName: 'An operator',
      details: { email: admin.email, by: 'operator' },
    });
    expect(
      (await system.publishedEvents(adminSignInChanged)).filter(({ email }) => email === admin.email),
    ).toMatchObject([
      { change: 'turn_on_second_factor' },
      { change: 'turn_off_second_factor', client: 'by an operator of the system' },
    ]);
    expect(await codeOf(login(admin))).toBe('answered');
    expect(await codeOf(login(other))).toBe('second_factor_required');
    expect(await resume(other.token)).toBe('answered');
  });

  it('says so where there is nothing to reset, and changes nothing', async () => {
    const admin = await newAdmin();
    const { token } = await login(admin);
    await start(admin);
    expect(await reset(admin.email)).toBe('was-off');
    expect(await reset('nobody@example.org')).toBe('unknown');
    expect(await resume(token)).toBe('answered');
    await expect(async () => resetSecondFactor({}, admin.email, new Date())).rejects.toThrow(
      'DATABASE_URL must be set',
    );
  });
});

// These move the clock, and come last.
describe('the second factor under the product’s clock', () => {
  it('accepts codes of the clock’s current time, and no others', async () => {
    const admin = await guardedAdmin();
    await system.setClockAhead(HOUR_MS);
    expect(await codeOf(login(admin, appCode(admin.secret)))).toBe('second_factor_wrong');
    aheadMs = HOUR_MS;
    expect(await codeOf(login(admin, appCode(admin.secret, 3)))).toBe('second_factor_wrong');
    expect(await codeOf(login(admin, appCode(admin.secret)))).toBe('answered');
  });

  it('lets an administrator who waited after wrong codes sign in without another pause between the two steps', async () => {
    const admin = await guardedAdmin();
    for (let failure = 1; failure <= 5; failure += 1)
      expect(await codeOf(login(admin, '000000'))).toBe('second_factor_wrong');
    expect(await codeOf(login(admin))).toBe('too_many_attempts');
    aheadMs += 61_000;
    await system.setClockAhead(aheadMs);
    expect(await codeOf(login(admin))).toBe('second_factor_required');
    expect(await codeOf(login(admin, appCode(admin.secret)))).toBe('answered');
  });
});
