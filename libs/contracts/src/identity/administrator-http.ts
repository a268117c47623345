import * as z from 'zod/mini';
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
import { administrator } from './administrator.ts';

/*
 * Administrators manage each other's accounts, and reset a forgotten password. Inviting, deactivating or reactivating
 * an administrator requires the caller's own password: a stolen token alone makes nobody an administrator.
 */

const currentPassword = typedPassword();
const byId = z.strictObject({ id: uuid() });

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
  currentPassword,
});

/** Emails a link with which the new administrator chooses a password. Sent again to one who has not used it. */
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
