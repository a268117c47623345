import * as z from 'zod/mini';
import {
  acknowledgement,
  division,
  email,
  fileAnswer,
  MESSAGES,
  newPassword,
  passwordsMatch,
  PASSWORD_MAX,
  personName,
  typedPassword,
  linkToken,
  storedEmail,
} from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import { actionFilter, adminAction, adminProfile, currentUser } from './model.ts';

export const loginBody = z.strictObject({ email: storedEmail(), password: typedPassword('Password is required') });

export const session = z.object({ token: z.string(), message: z.string() });

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  audience: 'public',
  rateLimit: 'sign-in',
  body: loginBody,
  response: session,
});

export const setupAccountForm = z
  .strictObject({
    email: email(),
    password: newPassword(),
    confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }),
    firstName: personName(MESSAGES.firstName),
    lastName: personName(MESSAGES.lastName),
    division: division('Please select your debate division'),
    token: z.optional(z.string().check(z.maxLength(200))),
    sessionId: z.optional(z.string().check(z.maxLength(200))),
  })
  .check(passwordsMatch());

/** With a proof (an emailed token, or a completed checkout session) 200 and a token; without one 202 and only a message. */
export const setupAccount = route({
  method: 'POST',
  path: '/api/auth/setup-account',
  audience: 'public',
  rateLimit: 'sign-in',
  body: setupAccountForm,
  response: z.object({ token: z.optional(z.string()), message: z.string() }),
});

export const resetPasswordBody = z.strictObject({ email: storedEmail() });

export const resetPassword = route({
  method: 'POST',
  path: '/api/auth/reset-password',
  audience: 'public',
  rateLimit: 'write',
  body: resetPasswordBody,
  response: acknowledgement,
});

export const confirmResetForm = z
  .strictObject({
    token: linkToken(),
    password: newPassword(),
    confirmPassword: z.string({ error: MESSAGES.passwordsDiffer }),
  })
  .check(passwordsMatch());

export const confirmReset = route({
  method: 'POST',
  path: '/api/auth/reset-password/confirm',
  audience: 'public',
  rateLimit: 'sign-in',
  body: confirmResetForm,
  response: acknowledgement,
});

export const getUser = route({
  method: 'GET',
  path: '/api/auth/user',
  audience: 'member',
  rateLimit: 'none',
  response: currentUser,
});

export const updateProfileForm = z.strictObject({
  firstName: personName(MESSAGES.firstName),
  lastName: personName(MESSAGES.lastName),
  /** Unchanged where it is left out. */
  email: z.optional(email()),
  division: z.optional(division()),
  /** Required where `email` is another mailbox than the account's; ignored otherwise. */
  currentPassword: z.optional(z.string().check(z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong))),
});

/**
 * Names and division change immediately. Another email address requires the current password, and takes effect once its
 * mailbox confirms it; the message says so.
 */
export const updateProfile = route({
  method: 'PUT',
  path: '/api/auth/update-profile',
  audience: 'member',
  rateLimit: 'sign-in',
  body: updateProfileForm,
  response: acknowledgement,
});

/**
 * Changes to the new email address by the link in its mailbox, or verifies the current one, depending on the link; the
 * message says which. Requires no sign-in, and signs nobody in.
 */
export const confirmEmail = route({
  method: 'POST',
  path: '/api/auth/confirm-email',
  audience: 'member',
  rateLimit: 'sign-in',
  body: z.strictObject({
    token: linkToken(),
  }),
  response: acknowledgement,
});

/**
 * Undoes a change of email address by the link that was emailed to the old one. Requires a new password, because
 * another person knew the old one.
 */
export const undoEmailChange = route({
  method: 'POST',
  path: '/api/auth/undo-email-change',
  audience: 'public',
  rateLimit: 'sign-in',
  body: confirmResetForm,
  response: acknowledgement,
});

/** Sends the email with which the member verifies the mailbox. Where it is verified, it says so and sends none. */
export const verifyEmail = route({
  method: 'POST',
  path: '/api/auth/verify-email',
  audience: 'member',
  rateLimit: 'write',
  response: acknowledgement,
});

export const changePasswordForm = z.strictObject({
  currentPassword: typedPassword(),
  newPassword: newPassword(),
});

export const changePassword = route({
  method: 'PUT',
  path: '/api/auth/change-password',
  audience: 'member',
  rateLimit: 'sign-in',
  body: changePasswordForm,
  response: session,
});

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'member',
  rateLimit: 'none',
  response: acknowledgement,
});

export const logoutAll = route({
  method: 'POST',
  path: '/api/auth/logout-all',
  audience: 'member',
  rateLimit: 'none',
  response: acknowledgement,
});

/**
 * Everything that is stored about the member, as one JSON file. All services or nothing: 503 while one of them does not
 * answer.
 */
export const exportData = route({
  method: 'GET',
  path: '/api/account/data',
  audience: 'member',
  rateLimit: 'write',
  response: fileAnswer,
});

export const deleteAccountForm = z.strictObject({ currentPassword: typedPassword() });

/**
 * Deletes the account and the member's data, immediately and permanently. A running membership ends with it, without a
 * refund.
 */
export const deleteAccount = route({
  method: 'POST',
  path: '/api/account/delete',
  audience: 'member',
  rateLimit: 'sign-in',
  body: deleteAccountForm,
  response: acknowledgement,
});

export const adminLoginForm = z.strictObject({
  email: storedEmail('Invalid email address'),
  password: typedPassword('Password is required'),
  /** Of the authenticator app, or a recovery code; where the administrator's second factor is on. */
  code: z.optional(z.string().check(z.maxLength(40, 'The code is too long'))),
});

/** Where a code is required, the right password without one answers `second_factor_required`. */
export const adminLogin = route({
  method: 'POST',
  path: '/api/admin/login',
  audience: 'public',
  rateLimit: 'sign-in',
  body: adminLoginForm,
  response: z.object({ token: z.string(), admin: adminProfile, message: z.string() }),
});

export const adminLogout = route({
  method: 'POST',
  path: '/api/admin/logout',
  audience: 'admin',
  permission: 'sign-in',
  rateLimit: 'none',
  response: acknowledgement,
});

/**
 * Administrators' actions, newest first; ten unless `limit` says otherwise. `q` searches the administrator's name, the
 * action and its details; `adminId` and `action` limit it to one administrator and one name.
 */
export const listAdminActions = route({
  method: 'GET',
  path: '/api/admin/actions',
  audience: 'admin',
  permission: 'staff:read',
  rateLimit: 'none',
  query: z.strictObject({ ...listQuery.shape, ...actionFilter }),
  response: listOrPage(adminAction),
});

/** The names of all recorded actions, in alphabetical order, for the filter. */
export const listActionNames = route({
  method: 'GET',
  path: '/api/admin/actions/names',
  audience: 'admin',
  permission: 'staff:read',
  rateLimit: 'none',
  response: z.object({ names: z.array(z.string()) }),
});
