import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import * as staff from '@lectern/contracts/identity/administrator-rpc';
import {
  administratorAccessChanged,
  administratorsChanged,
  staffPolicyChanged,
} from '@lectern/contracts/identity/events';
import type { Actor } from '@lectern/contracts/identity/model';
import * as operator from '@lectern/contracts/identity/operator-rpc';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { loginAdmin, resumeAdminSession } from '@lectern/contracts/identity/rpc';
import * as factors from '@lectern/contracts/identity/second-factor-rpc';
import { SHIPPED_PROFILE } from '@lectern/contracts/page-profile';
import { dateIn } from '@lectern/contracts/zoned-time';
import { until } from '@lectern/test-kit/until';
import { ADMIN, codeOf, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.1', userAgent: 'test' };
const currentPassword = ADMIN.password;

let system: TestIdentity;

beforeAll(async () => {
  system = await startIdentity();
});
beforeEach(async () => {
  await system.forgetFailures();
  await system.database.query('DELETE FROM admins');
});
afterAll(() => system.close());

interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly by: Actor;
}

/** A signed-in administrator with the password of {@link ADMIN}. */
const person = async (role: StaffRole): Promise<Person> => {
  const email = `${role}+${randomUUID().slice(0, 8)}@example.com`;
  await system.rpc.call(operator.createAdministrator, { email, name: role, password: ADMIN.password });
  const { token, admin } = await system.rpc.call(loginAdmin, { email, password: ADMIN.password, origin });
  await system.database.query('UPDATE admins SET role = $2 WHERE id = $1', [admin.id, role]);
  return { id: admin.id, email, token, by: { adminId: admin.id, role, origin } };
};

const setRole = ({ by }: Person, { id }: Pick<Person, 'id'>, role: StaffRole) =>
  system.rpc.call(staff.setAdministratorRole, { id, role, by, currentPassword });
const deactivate = ({ by }: Person, { id }: Pick<Person, 'id'>) =>
  system.rpc.call(staff.switchAdministrator, { id, isActive: false, by, currentPassword });
const invite = ({ by }: Person, email: string, role: StaffRole) =>
  system.rpc.call(staff.inviteAdministrator, { email, name: 'Helper', role, by, currentPassword });
const roleOf = async ({ token }: Person): Promise<string> =>
  (await system.rpc.call(resumeAdminSession, system.claimsOf(token))).role;
const rolesOf = async (): Promise<string[]> =>
  (await system.database.query<{ role: string }[]>('SELECT role FROM admins WHERE is_active ORDER BY role')).map(
    ({ role }) => role,
  );
const recorded = async (action: string): Promise<object[]> =>
  (
    await system.database.query<{ details: object }[]>('SELECT details FROM admin_actions WHERE action = $1', [action])
  ).map(({ details }) => details);

/** Lets changes begin that meet in the database: none of them can write before all of them wait. */
const atTheSameMoment = async (begin: () => Promise<string>[]): Promise<string[]> => {
  const runner = system.database.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SELECT FROM admins FOR UPDATE');
    const begun = begin();
    await until('all of them to wait', async () => {
      const waiting = await system.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length >= begun.length;
    });
    await runner.rollbackTransaction();
    return await Promise.all(begun);
  } finally {
    await runner.release();
  }
};

describe('the role of an administrator', () => {
  it('is owner for the first one, and counts in an open session as soon as it changes', async () => {
    const [owner, other] = [await person('owner'), await person('editor')];
    expect(await roleOf(other)).toBe('editor');
    expect(await setRole(owner, other, 'treasurer')).toMatchObject({ id: other.id, role: 'treasurer' });
    expect(await roleOf(other)).toBe('treasurer');
    expect(await recorded('change_role')).toEqual([{ email: other.email, from: 'editor', to: 'treasurer' }]);
  });

  it('changes once, is recorded once and reported once to the other owners and its holder, however often it is requested', async () => {
    const [owner, other, third] = [await person('owner'), await person('editor'), await person('owner')];
    await person('manager');
    await Promise.all([setRole(owner, other, 'director'), setRole(owner, other, 'director')]);
    await setRole(owner, other, 'director');
    const mine = (await system.publishedEvents(administratorsChanged)).filter(({ about }) => about === other.email);
    expect(mine.filter(({ change }) => change === 'role_changed')).toEqual([
      expect.objectContaining({ email: other.email, role: 'director', by: 'owner' }),
      expect.objectContaining({ email: third.email, role: 'director', by: 'owner' }),
    ]);
    expect(
      (await recorded('change_role')).filter((details) => 'email' in details && details.email === other.email),
    ).toHaveLength(1);
    await deactivate(owner, other);
    const access = (await system.publishedEvents(administratorAccessChanged)).filter((one) => one.adminId === other.id);
    expect(access).toEqual([
      { adminId: other.id, role: 'director', isActive: true },
      { adminId: other.id, role: 'director', isActive: false },
    ]);
  });

  it('is not changed without the password, and by nobody who lacks the permission', async () => {
    const [owner, manager, viewer] = [await person('owner'), await person('manager'), await person('viewer')];
    const call = { id: viewer.id, role: 'owner' as const, by: owner.by, currentPassword: 'a wrong password' };
    expect(await codeOf(system.rpc.call(staff.setAdministratorRole, call))).toBe('current_password_wrong');
    for (const acted of [
      setRole(manager, viewer, 'owner'),
      deactivate(manager, viewer),
      invite(manager, 'x@example.com', 'owner'),
    ])
      expect(await codeOf(acted)).toBe('permission_missing');
    expect(await roleOf(viewer)).toBe('viewer');
  });

  it('is identity’s, whatever role the request claims', async () => {
    const [, editor, viewer] = [await person('owner'), await person('editor'), await person('viewer')];
    const forged = { ...editor, by: { ...editor.by, role: 'owner' as const } };
    expect(await codeOf(setRole(forged, viewer, 'owner'))).toBe('permission_missing');
    expect(await codeOf(deactivate(forged, viewer))).toBe('permission_missing');
    expect(await codeOf(invite(forged, 'x@example.com', 'owner'))).toBe('permission_missing');
    expect(await rolesOf()).toEqual(['editor', 'owner', 'viewer']);
  });
});

describe('the last owner', () => {
  it('keeps the role and the account', async () => {
    const [owner, manager] = [await person('owner'), await person('manager')];
    await expect(setRole(owner, owner, 'viewer')).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'This is the last owner who can log in. Make another administrator an owner first.',
    });
    expect(await system.rpc.call(operator.setAdministratorActive, { email: owner.email, isActive: false })).toEqual({
      outcome: 'last',
    });
    await setRole(owner, manager, 'owner');
    expect(await setRole(owner, owner, 'viewer')).toMatchObject({ role: 'viewer' });
  });

  it('is one who has logged in: an owner who was only invited is not relied on', async () => {
    const owner = await person('owner');
    await invite(owner, 'invited@example.com', 'owner');
    expect(await codeOf(setRole(owner, owner, 'viewer'))).toBe('invalid_request');
  });

  it('is left when two owners demote or deactivate each other at the same time', async () => {
    for (const change of [(by: Person, of: Person) => setRole(by, of, 'viewer'), deactivate]) {
      const [one, other] = [await person('owner'), await person('owner')];
      const outcomes = await atTheSameMoment(() => [codeOf(change(one, other)), codeOf(change(other, one))]);
      expect(outcomes.sort()).toEqual(['answered', 'permission_missing']);
      expect((await rolesOf()).filter((role) => role === 'owner')).toHaveLength(1);
      await system.database.query('DELETE FROM admins');
    }
  });

  it('can be made again by an operator when all are lost', async () => {
    const owner = await person('owner');
    await system.database.query('UPDATE admins SET is_active = false');
    expect(await codeOf(roleOf(owner))).toBe('token_invalid');
    const manager = await person('manager');
    expect(await system.rpc.call(operator.changeAdministratorRole, { email: manager.email, role: 'owner' })).toEqual({
      outcome: 'changed',
    });
    expect(await roleOf(manager)).toBe('owner');
    expect(
      await system.rpc.call(operator.changeAdministratorRole, { email: 'nobody@example.com', role: 'owner' }),
    ).toEqual({
      outcome: 'unknown',
    });
  });
});

describe('an invitation', () => {
  it('carries the role, and shows until when its link works', async () => {
    const owner = await person('owner');
    const email = `helper+${randomUUID().slice(0, 8)}@example.com`;
    expect(await invite(owner, email, 'editor')).toMatchObject({
      email,
      role: 'editor',
      lastLoginAt: null,
      invitedUntil: null,
    });
    const { token } = await system.issueLink({ email, purpose: 'admin_invite' });
    const [listed] = (await system.rpc.call(staff.listAllAdministrators, {})).filter((each) => each.email === email);
    const hours = (new Date(listed!.invitedUntil!).getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThanOrEqual(72);
    await system.rpc.call(staff.chooseAdminPassword, { token: token!, password: 'seventeen quiet llamas', origin });
    const { admin } = await system.rpc.call(loginAdmin, { email, password: 'seventeen quiet llamas', origin });
    expect(admin.role).toBe('editor');
    const [joined] = (await system.rpc.call(staff.listAllAdministrators, {})).filter((each) => each.email === email);
    const today = dateIn(SHIPPED_PROFILE.timeZone, new Date());
    expect(joined).toMatchObject({ invitedUntil: null, lastSeenOn: today });
  });

  it('that is sent again has the role that was chosen last; a withdrawn one opens nothing', async () => {
    const owner = await person('owner');
    const email = `helper+${randomUUID().slice(0, 8)}@example.com`;
    const { id } = await invite(owner, email, 'director');
    expect(await invite(owner, email, 'viewer')).toMatchObject({ id, role: 'viewer' });
    const { token } = await system.issueLink({ email, purpose: 'admin_invite' });
    await deactivate(owner, { id });
    const chosen = system.rpc.call(staff.chooseAdminPassword, {
      token: token!,
      password: 'nineteen quiet llamas',
      origin,
    });
    expect(await codeOf(chosen)).toBe('link_invalid');
    expect(await codeOf(invite(owner, email, 'viewer'))).toBe('email_taken');
  });
});

describe('the second factor that a role requires', () => {
  beforeEach(() => system.database.query('DELETE FROM staff_policy'));

  const require = ({ by }: Person, secondFactorRoles: StaffRole[], version: number) =>
    system.rpc.call(staff.changeStaffPolicy, { secondFactorRoles, version, by, currentPassword });
  const needs = async ({ token }: Person): Promise<boolean> =>
    (await system.rpc.call(resumeAdminSession, system.claimsOf(token))).needsSecondFactor;

  it('is none in a new installation', async () => {
    const owner = await person('owner');
    expect(await system.rpc.call(staff.getStaffPolicy, {})).toEqual({ secondFactorRoles: [], version: 1 });
    expect(await needs(owner)).toBe(false);
  });

  it('counts for open sessions, also of a person who gets such a role while logged in, until it is set up', async () => {
    const [owner, editor] = [await person('owner'), await person('editor')];
    expect(await require(owner, ['treasurer', 'owner'], 1)).toEqual({
      secondFactorRoles: ['owner', 'treasurer'],
      version: 2,
    });
    expect(await recorded('change_second_factor_roles')).toContainEqual({ from: [], to: ['owner', 'treasurer'] });
    expect([await needs(owner), await needs(editor)]).toEqual([true, false]);
    await setRole(owner, editor, 'treasurer');
    expect(await needs(editor)).toBe(true);

    const { secret } = await system.rpc.call(factors.startSecondFactor, { by: editor.by, currentPassword });
    expect(await needs(editor)).toBe(true);
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() });
    const { token } = await system.rpc.call(factors.turnOnSecondFactor, { by: editor.by, code });
    expect(await needs({ ...editor, token })).toBe(false);
  });

  it('is reported once to the other owners, who did not change it', async () => {
    const [one, other, manager] = [await person('owner'), await person('owner'), await person('manager')];
    await require(one, ['owner'], 1);
    // The same roles again change nothing.
    await require(one, ['owner'], 2);
    const reported = (await system.publishedEvents(staffPolicyChanged)).filter(({ email }) =>
      [one.email, other.email, manager.email].includes(email),
    );
    expect(reported).toEqual([
      expect.objectContaining({ email: other.email, roles: ['owner'], before: [], by: 'owner' }),
    ]);
  });

  it('is changed by one of two owners who change it at the same time, and by nobody else', async () => {
    const [one, other, manager] = [await person('owner'), await person('owner'), await person('manager')];
    const outcomes = await Promise.all([codeOf(require(one, ['owner'], 1)), codeOf(require(other, ['manager'], 1))]);
    expect(outcomes.sort()).toEqual(['answered', 'version_conflict']);
    expect(await codeOf(require(manager, [], 2))).toBe('permission_missing');
    expect(await codeOf(require({ ...manager, by: { ...manager.by, role: 'owner' } }, [], 2))).toBe(
      'permission_missing',
    );
  });
});
