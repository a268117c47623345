import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as identity from '@lectern/contracts/identity/rpc';
import * as sessions from '@lectern/contracts/identity/session-rpc';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };

let system: TestIdentity;
let password: string = ADMIN.password;

beforeAll(async () => {
  system = await startIdentity();
});

beforeEach(async () => {
  await system.forgetFailures();
});

afterAll(async () => {
  await system.close();
});

const login = (typed = password) =>
  system.rpc.call(identity.loginAdmin, { email: ADMIN.email, password: typed, origin });
const change = (adminId: string, newPassword: string, currentPassword = password) =>
  system.rpc.call(sessions.changeAdminPassword, {
    by: { adminId, role: 'owner', origin },
    currentPassword,
    newPassword,
  });
const isIn = async (token: string): Promise<boolean> =>
  (await codeOf(system.rpc.call(identity.resumeAdminSession, system.claimsOf(token)))) === 'answered';
const recorded = async (): Promise<number> =>
  (await system.database.query<unknown[]>(`SELECT 1 FROM admin_actions WHERE action = 'change_password'`)).length;

describe('an administrator’s own password', () => {
  it('is changed by an administrator who knows the present one; every other session ends, this one goes on, and it is recorded', async () => {
    const [first, other] = [await login(), await login()];
    const { token } = await change(first.admin.id, 'seventeen quiet llamas');
    expect([await isIn(first.token), await isIn(other.token), await isIn(token)]).toEqual([false, false, true]);
    expect(await codeOf(login())).toBe('credentials_wrong');
    password = 'seventeen quiet llamas';
    expect(await codeOf(login())).toBe('answered');
    expect(await recorded()).toBe(1);
    const listed = await system.rpc.call(sessions.listSessions, { audience: 'admin', claims: system.claimsOf(token) });
    expect(listed).toHaveLength(2);
  });

  it('is not changed without the present one, which is slowed down as at the login, and nothing is recorded', async () => {
    const { token, admin } = await login();
    const before = await recorded();
    for (let times = 0; times < 5; times += 1) {
      await expect(change(admin.id, 'another long password', 'a wrong password')).rejects.toMatchObject({
        code: 'current_password_wrong',
        fields: { currentPassword: 'Current password is incorrect' },
      });
    }
    expect(await codeOf(change(admin.id, 'another long password'))).toBe('too_many_attempts');
    expect(await isIn(token)).toBe(true);
    expect(await recorded()).toBe(before);
  });

  it.each(['Administrator1', 'passwordpassword', 'admin@lectern.test'])(
    'cannot become a common password: %s',
    async (guessable) => {
      const { admin } = await login();
      await expect(change(admin.id, guessable)).rejects.toMatchObject({
        code: 'password_common',
        fields: { newPassword: expect.any(String) },
      });
      expect(await codeOf(login())).toBe('answered');
    },
  );

  it('changes once when two changes arrive at the same time', async () => {
    const { admin } = await login();
    const outcomes = await Promise.all(
      ['nine patient herons', 'twelve brave otters'].map(async (each) => ({
        each,
        code: await codeOf(change(admin.id, each)),
      })),
    );
    const [winner, ...others] = outcomes.filter(({ code }) => code === 'answered');
    expect(others).toEqual([]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['answered', 'current_password_wrong']);
    password = winner!.each;
    expect(await codeOf(login())).toBe('answered');
  });
});
