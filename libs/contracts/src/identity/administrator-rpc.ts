import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { administrator, staffPolicy } from './administrator.ts';
import { actor, requestOrigin } from './model.ts';
import { staffRole } from './staff-role.ts';
import { deviceToken, sessionId } from './rpc.ts';

/*
 * Owners' actions on the accounts of administrators. Identity checks the actor's role again in the transaction, where
 * another owner may just have changed it: `permission_missing`.
 */

/**
 * The acting administrator, with the password that confirms it: `current_password_wrong`, counted for the session,
 * `too_many_attempts`.
 */
const confirmed = { by: actor, currentPassword: z.string(), sessionId };

/** All of them, oldest first. */
export const listAllAdministrators = rpc({
  name: 'identity.list-all-administrators.v1',
  input: z.object({}),
  output: z.array(administrator),
});

/**
 * Creates the account of a new administrator and emails them a link that works for three days; an administrator who has
 * not signed in yet gets another link, and this role. `email_taken` where an administrator with this email address has signed in;
 * `too_many_requests` beyond three such emails an hour.
 */
export const inviteAdministrator = rpc({
  name: 'identity.invite-administrator.v1',
  permission: 'staff:write',
  input: z.object({ email: z.string(), name: z.string(), role: staffRole, ...confirmed }),
  output: administrator,
});

/**
 * Deactivates an administrator, which ends every session and link, or reactivates one. `not_found`; `invalid_request`
 * for the caller's own account and for the last owner who may sign in. Idempotent.
 */
export const switchAdministrator = rpc({
  name: 'identity.switch-administrator.v1',
  permission: 'staff:write',
  input: z.object({ id: uuid(), isActive: z.boolean(), ...confirmed }),
  output: administrator,
});

/** Gives an administrator another role. `not_found`; `invalid_request` for the last owner who may sign in. Idempotent. */
export const setAdministratorRole = rpc({
  name: 'identity.set-administrator-role.v1',
  permission: 'staff:write',
  input: z.object({ id: uuid(), role: staffRole, ...confirmed }),
  output: administrator,
});

/** Version 1, without roles, before one was stored. */
export const getStaffPolicy = rpc({ name: 'identity.get-staff-policy.v1', input: z.object({}), output: staffPolicy });

/** `version_conflict` where another owner changed it meanwhile. */
export const changeStaffPolicy = rpc({
  name: 'identity.change-staff-policy.v1',
  permission: 'staff:write',
  input: z.extend(staffPolicy, confirmed),
  output: staffPolicy,
});

/**
 * Sets the password of an administrator by an emailed link, of an invitation or a password reset, and ends every
 * session and link. Where the second factor is on, it also requires a code: `second_factor_required`,
 * `second_factor_wrong`, slowed down as at sign-in. A refused request (`link_invalid`, `password_common`) leaves the
 * link as it was.
 */
export const chooseAdminPassword = rpc({
  name: 'identity.choose-admin-password.v1',
  input: z.object({ token: z.string(), password: z.string(), code: z.optional(z.string()), origin: requestOrigin }),
  output: z.object({ email: z.string(), deviceToken }),
});
