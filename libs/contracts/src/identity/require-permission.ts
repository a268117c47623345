import { DomainError } from '../errors.ts';
import { onlyMay, roleMay, type StaffAccess } from './permission.ts';
import type { StaffRole } from './staff-role.ts';

/** Throws `permission_missing`, with the roles that may, unless the role has the permission. */
export const requirePermission = (role: StaffRole, access: StaffAccess): void => {
  if (roleMay(role, access)) return;
  // Every role has the other kinds of access.
  const permission = access as Exclude<StaffAccess, 'own' | 'sign-in'>;
  throw new DomainError('permission_missing', { message: onlyMay(permission) });
};
