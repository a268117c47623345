import { describe, expect, it } from 'vitest';
import { RPCS, ROUTES } from '../registry.ts';
import {
  ALL_PERMISSIONS,
  onlyMay,
  type Permission,
  ROLE_PERMISSIONS,
  ROLE_WORDS,
  roleMay,
  rolesThatMay,
} from './permission.ts';
import { STAFF_ROLES } from './staff-role.ts';
import { requirePermission } from './require-permission.ts';

describe('the permissions of staff', () => {
  it('are all an owner’s, and at least the console’s of every role', () => {
    expect(ROLE_PERMISSIONS.owner).toEqual(ALL_PERMISSIONS);
    for (const role of STAFF_ROLES) {
      expect(roleMay(role, 'console:read')).toBe(true);
      expect(new Set(ROLE_PERMISSIONS[role]).size).toBe(ROLE_PERMISSIONS[role].length);
    }
  });

  it('let a viewer change nothing', () => {
    expect(ROLE_PERMISSIONS.viewer.filter((permission) => !permission.endsWith(':read'))).toEqual([]);
  });

  it('come with what they depend on', () => {
    // Lists as files have amounts, deleting a registration says what was paid for it, and a change needs to see what it changes.
    const needed: Partial<Record<Permission, Permission>> = {
      'people:export': 'payments:read',
      'registrations:write': 'payments:read',
      'payments:refund': 'payments:read',
      'staff:write': 'staff:read',
      'system:write': 'system:read',
      'people:write': 'people:read',
      'people:erase': 'people:write',
    };
    const without = Object.entries(needed).flatMap(([permission, other]) =>
      rolesThatMay(permission as Permission).filter((role) => !roleMay(role, other)),
    );
    expect(without).toEqual([]);
  });

  it('say who may, and refuse the others', () => {
    expect(onlyMay('payments:refund')).toBe(
      'Only an owner, manager, or treasurer may refund payments, and give and withdraw credit.',
    );
    expect(() => requirePermission('editor', 'payments:refund')).toThrow(onlyMay('payments:refund'));
    expect(() => requirePermission('treasurer', 'payments:refund')).not.toThrow();
    expect(() => requirePermission('viewer', 'own')).not.toThrow();
  });

  it('have a name and a purpose for each role', () => {
    for (const role of STAFF_ROLES) expect(ROLE_WORDS[role].purpose).toMatch(/^[A-Z].+\.$/);
  });

  it('are named by every route for administrators, and by every request that acts for one', () => {
    expect(ROUTES.filter(({ audience, permission }) => (audience === 'admin') !== (permission !== undefined))).toEqual(
      [],
    );
    const acting = RPCS.filter(({ input }) => 'shape' in input && 'by' in (input.shape as object));
    expect(acting.length).toBeGreaterThan(45);
    expect(acting.filter(({ permission }) => permission === undefined).map(({ name }) => name)).toEqual([]);
    expect(RPCS.filter(({ permission }) => permission !== undefined)).toHaveLength(acting.length);
  });
});
