import * as z from 'zod/mini';
import { version } from '../edited.ts';
import {
  acknowledgement,
  MESSAGES,
  newAdminPassword,
  passwordsMatch,
  requiredEmail,
  requiredLine,
  typedPassword,
  uuid,
  linkToken,
} from '../fields.ts';
import { PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';
import { administrator, staffPolicy } from './administrator.ts';
import { signedInAdmin } from './model.ts';
import { permission } from './permission.ts';
import { STAFF_ROLES } from './staff-role.ts';

/*
 * Owners manage the accounts of administrators, and everyone resets a forgotten password. A change of an administrator
 * requires the caller's own password: a stolen token alone makes nobody an administrator.
 */

const currentPassword = typedPassword();
const byId = z.strictObject({ id: uuid() });
const chosenRole = z.enum(STAFF_ROLES, { error: 'Please choose a role' });

/** The signed-in administrator, and the permissions of their role now. */
export const getCurrentAdmin = route({
  method: 'GET',
  path: '/api/admin/me',
  audience: 'admin',
  permission: 'sign-in',
  rateLimit: 'none',
  response: z.extend(signedInAdmin, { permissions: z.array(permission) }),
});
export type CurrentAdmin = z.output<(typeof getCurrentAdmin)['response']>;

export const listAllAdministrators = route({
  method: 'GET',
  path: '/api/admin/administrators',
  audience: 'admin',
  permission: 'staff:read',
  rateLimit: 'none',
  response: z.object({ items: z.array(administrator) }),
});

export const inviteAdministratorForm = z.strictObject({
  email: requiredEmail(PROMPTS.theirEmail),
  name: requiredLine('A name is required'),
  role: chosenRole,
  currentPassword,
});

/**
 * Emails a link with which the new administrator chooses a password. Sent again to one who has not used it, who then gets
 * this role.
 */
export const inviteAdministrator = route({
  method: 'POST',
  path: '/api/admin/administrators',
  audience: 'admin',
  permission: 'staff:write',
  rateLimit: 'write',
  body: inviteAdministratorForm,
  response: z.extend(administrator, { message: z.string() }),
});

export const switchAdministratorForm = z.strictObject({ isActive: z.boolean(), currentPassword });

export const switchAdministrator = route({
  method: 'PUT',
  path: '/api/admin/administrators/:id',
  audience: 'admin',
  permission: 'staff:write',
  rateLimit: 'write',
  params: byId,
  body: switchAdministratorForm,
  response: z.extend(administrator, { message: z.string() }),
});

export const setAdministratorRoleForm = z.strictObject({ role: chosenRole, currentPassword });

/** Counts for open sessions within a second. The last owner keeps the role. */
export const setAdministratorRole = route({
  method: 'PUT',
  path: '/api/admin/administrators/:id/role',
  audience: 'admin',
  permission: 'staff:write',
  rateLimit: 'write',
  params: byId,
  body: setAdministratorRoleForm,
  response: z.extend(administrator, { message: z.string() }),
});

export const getStaffPolicy = route({
  method: 'GET',
  path: '/api/admin/staff-policy',
  audience: 'admin',
  permission: 'staff:read',
  rateLimit: 'none',
  response: staffPolicy,
});

export const staffPolicyForm = z.strictObject({
  secondFactorRoles: z.array(chosenRole).check(
    z.maxLength(STAFF_ROLES.length),
    z.refine((roles) => new Set(roles).size === roles.length),
  ),
  version: version(),
  currentPassword,
});

/** Counts for open sessions within a second: without the second factor they reach nothing but its setup and logout. */
export const changeStaffPolicy = route({
  method: 'PUT',
  path: '/api/admin/staff-policy',
  audience: 'admin',
  permission: 'staff:write',
  rateLimit: 'write',
  body: staffPolicyForm,
  response: z.extend(staffPolicy, { message: z.string() }),
});

export const forgotAdminPasswordForm = z.strictObject({ email: requiredEmail(PROMPTS.email) });

/** Answers the same for every email address. */
export const forgotAdminPassword = route({
  method: 'POST',
  path: '/api/admin/forgot-password',
  audience: 'public',
  rateLimit: 'sign-in',
  body: forgotAdminPasswordForm,
  response: acknowledgement,
});

export const chooseAdminPasswordForm = z
  .strictObject({
    token: linkToken(),
    password: newAdminPassword(),
    confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }),
    code: z.optional(z.string().check(z.maxLength(40))),
  })
  .check(passwordsMatch());

/** Requires the link of an invitation, or of a password reset. */
export const chooseAdminPassword = route({
  method: 'POST',
  path: '/api/admin/choose-password',
  audience: 'public',
  rateLimit: 'sign-in',
  body: chooseAdminPasswordForm,
  response: acknowledgement,
});
