import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { emailTo } from '../testing/mailbox.ts';
import { callApi, patiently } from '../testing/person.ts';
import { timeOf } from '../testing/provider.ts';
import { sharedSystem } from '../testing/start-system.ts';

/* An administrator's second factor, through the whole system. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const system = await sharedSystem();
const run = await system.run();
const { dataDir, admin: first } = run;
const { password } = first;
const database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });

afterAll(async () => {
  await database.end();
});

const api = <T = Record<string, unknown>>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) =>
  callApi<T>(system, method, `/api/admin${path}`, options);
const login = (email: string, code?: string, typed = password) =>
  api<{ token: string; code: string }>('POST', '/login', { body: { email, password: typed, code } });

/** The code of an authenticator app this many steps from now; the present code and the next are valid. */
const appCode = async (secret: string, stepsAhead = 0): Promise<string> =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: (await timeOf(system)) + stepsAhead * 30_000 });

/** Another administrator, with the password of the first one, signed in. */
const newAdmin = async (name: string) => {
  const email = `${name}-${randomUUID().slice(0, 8)}@example.org`;
  await database.query(
    'INSERT INTO identity.admins (email, email_key, name, role, password_hash) SELECT $1, $1, $2, role, password_hash FROM identity.admins WHERE email = $3',
    [email, name, first.email],
  );
  return { email, token: (await login(email)).body.token };
};

/** Their second factor is on, by the present step's code. */
const guardedAdmin = async (name: string) => {
  const { email, token: before } = await newAdmin(name);
  const { body: started } = await api<{ secret: string }>('POST', '/second-factor/start', {
    token: before,
    body: { currentPassword: password },
  });
  const { body } = await api<{ token: string; recoveryCodes: string[] }>('POST', '/second-factor/turn-on', {
    token: before,
    body: { code: await appCode(started.secret) },
  });
  return { email, before, secret: started.secret, token: body.token, recoveryCodes: body.recoveryCodes };
};

const reset = async (...args: string[]): Promise<{ status: number; said: string }> => {
  const script = ['--import', 'tsx', 'tools/src/admin/reset-second-factor.ts'];
  const running = promisify(execFile)(process.execPath, [...script, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' },
    timeout: 30_000,
  });
  return running.then(
    ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      status: error.code,
      said: error.stdout + error.stderr,
    }),
  );
};

describe('an administrator’s second factor', () => {
  it('goes off with the password and a code, as does every other session', async () => {
    const { email, token, recoveryCodes } = await guardedAdmin('over');
    const off = (body: object) => api<{ token: string }>('POST', '/second-factor/turn-off', { token, body });
    expect(await off({ currentPassword: password })).toMatchObject({
      status: 400,
      body: { fields: { code: 'A code is required' } },
    });
    expect(await off({ currentPassword: password, code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'code_wrong', fields: { code: 'This code is not right, or it was used already.' } },
    });
    expect(await off({ currentPassword: password, code: recoveryCodes[0], force: true })).toMatchObject({
      status: 400,
      body: { fields: { force: 'Unknown field' } },
    });
    const renewed = await api<{ recoveryCodes: string[] }>('POST', '/second-factor/recovery-codes', {
      token,
      body: { currentPassword: password, code: recoveryCodes[0] },
    });
    expect(renewed).toMatchObject({ status: 200, body: { message: 'Your earlier recovery codes no longer work.' } });
    const answer = await off({ currentPassword: password, code: renewed.body.recoveryCodes[0] });
    expect(answer.status).toBe(200);
    expect((await api('GET', '/second-factor', { token })).status).toBe(401);
    expect((await api('GET', '/second-factor', { token: answer.body.token })).body).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await login(email)).status).toBe(200);
    const { body: actions } = await api<{ action: string; adminName: string; ipAddress: string }[]>('GET', '/actions', {
      token: answer.body.token,
    });
    const done = actions.filter(({ adminName, action }) => adminName === 'over' && action !== 'login');
    expect(done.map(({ action }) => action)).toEqual([
      'turn_off_second_factor',
      'renew_recovery_codes',
      'turn_on_second_factor',
    ]);
    for (const { ipAddress } of done) expect(ipAddress).toMatch(/127\.0\.0\.1|::1/);
    for (const reported of [
      'second factor was turned on',
      'recovery codes were renewed',
      'second factor was turned off',
    ])
      await emailTo(system, email, `Your administrator account: your ${reported}`);
  });

  it('is reset by an operator’s command for an administrator who has lost everything', async () => {
    const { email, token } = await guardedAdmin('lost');
    expect(await Promise.all([reset('nobody@example.org'), reset()])).toEqual([
      { status: 1, said: 'No administrator has the address nobody@example.org. Nothing was changed.\n' },
      { status: 1, said: expect.stringContaining('Name one address') },
    ]);
    expect((await login(email)).status).toBe(401);
    expect(await reset(email)).toMatchObject({
      status: 0,
      said: expect.stringContaining('is off, and every session has ended'),
    });
    expect((await api('GET', '/second-factor', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    expect(await reset(email)).toMatchObject({
      status: 0,
      said: expect.stringContaining('was off already'),
    });
  });

  it('is logged at every try, by the account’s id and never by its address', async () => {
    const { email, secret } = await guardedAdmin('reported');
    const unknown = `nobody-${Date.now()}@example.com`;
    const outcomes = [
      await login(email, undefined, 'a wrong password'),
      await login(email),
      await login(email, '000000'),
      await login(email, await appCode(secret, 1)),
      await login(unknown),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([401, 401, 401, 200, 401]);
    const { rows } = await database.query<{ id: string }>('SELECT id FROM identity.admins WHERE email_key = $1', [
      email,
    ]);
    const lines = await patiently(
      'the log being written',
      async () => {
        const written = (await readFile(join(dataDir, 'logs', 'identity.log'), 'utf8'))
          .split('\n')
          .filter((line) => line.includes('"audience":"admin"'));
        const reported = written.map(
          (line) => JSON.parse(line) as { accountId: string | null; outcome?: string; msg: string },
        );
        const linesOfAdmin = reported.filter(({ accountId }) => accountId === rows[0]?.id).slice(-4);
        expect(linesOfAdmin.map(({ msg, outcome }) => outcome ?? msg)).toEqual([
          'credentials_wrong',
          'second_factor_required',
          'second_factor_wrong',
          'Logged in',
        ]);
        expect(reported.at(-1)).toMatchObject({
          accountId: null,
          outcome: 'credentials_wrong',
          msg: 'A login was refused',
        });
        return written;
      },
      10_000,
    );
    for (const line of lines) for (const address of [email, unknown]) expect(line).not.toContain(address);
  });

  it('leaves its secret and its codes in no log', async () => {
    const { email, secret, recoveryCodes } = await guardedAdmin('logged');
    const typed = await appCode(secret, 1);
    expect((await login(email, typed)).status).toBe(200);
    expect((await login(email, recoveryCodes[0])).status).toBe(200);
    const logs = join(dataDir, 'logs');
    const texts = await patiently('the last login in a log', async () => {
      const found = await Promise.all((await readdir(logs)).map((file) => readFile(join(logs, file), 'utf8')));
      expect(found.join('')).toContain('An administrator logged in with a recovery code');
      return found;
    });
    for (const reported of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(texts.join('')).not.toContain(reported);
    expect(texts.join('')).not.toMatch(new RegExp(`"(code|digits)":"?${typed}`));
  });
});
