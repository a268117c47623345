import * as z from 'zod/mini';
import { acknowledgement, newAdminPassword, typedPassword, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { signedInSessions } from './session.ts';

/* The sessions of a member or an administrator, and how they end; everyone sees only their own. */

const currentPassword = typedPassword();
const list = z.object({ sessions: signedInSessions });

/** Ends one session, or without an id all but this one. */
export const endSessionsForm = z.strictObject({ currentPassword, sessionId: z.optional(uuid()) });

/** `token`: continues this session, where all others ended. */
const ended = z.extend(acknowledgement, { token: z.optional(z.string()) });

export const listSessions = route({
  method: 'GET',
  path: '/api/account/sessions',
  audience: 'member',
  rateLimit: 'none',
  response: list,
});

export const endSessions = route({
  method: 'POST',
  path: '/api/account/sessions/end',
  audience: 'member',
  rateLimit: 'sign-in',
  body: endSessionsForm,
  response: ended,
});

export const listAdminSessions = route({
  method: 'GET',
  path: '/api/admin/sessions',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'none',
  response: list,
});

export const endAdminSessions = route({
  method: 'POST',
  path: '/api/admin/sessions/end',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: endSessionsForm,
  response: ended,
});

export const endSessionByLinkForm = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/**
 * Ends the session that an email reported, by the link in it. `audience`: the kind of account whose password the reader
 * may want to change.
 */
export const endSessionByLink = route({
  method: 'POST',
  path: '/api/auth/end-session',
  audience: 'public',
  rateLimit: 'sign-in',
  body: endSessionByLinkForm,
  response: z.extend(acknowledgement, { audience: z.enum(['member', 'admin']) }),
});

export const changeAdminPasswordForm = z.strictObject({ currentPassword, newPassword: newAdminPassword() });

/** Changes the password and ends every other session of the administrator; this one continues with the token. */
export const changeAdminPassword = route({
  method: 'PUT',
  path: '/api/admin/password',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: changeAdminPasswordForm,
  response: z.extend(acknowledgement, { token: z.string() }),
});
