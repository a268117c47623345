import * as z from 'zod/mini';
import { acknowledgement, requiredLine, uuid } from '../fields.ts';
import { route } from '../route.ts';
import { adminLogin } from './http.ts';
import { newPasskey, passkey, passkeyCreation, passkeyRequest, shownPasskey } from './passkey.ts';
import { confirmedByBothForm } from './second-factor-http.ts';

/* Passkeys of the signed-in administrator, and the sign-in with one in place of the password and the code. */

export const listPasskeys = route({
  method: 'GET',
  path: '/api/admin/passkeys',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'none',
  response: z.object({ items: z.array(passkey) }),
});

/** Begins to add a passkey; requires the password and a code. It must be finished within five minutes, in this session. */
export const beginPasskey = route({
  method: 'POST',
  path: '/api/admin/passkeys/begin',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: confirmedByBothForm,
  response: passkeyCreation,
});

export const addPasskeyForm = z.strictObject({ name: requiredLine('A name is required'), credential: newPasskey });

/** Stores the passkey that the browser created. */
export const addPasskey = route({
  method: 'POST',
  path: '/api/admin/passkeys',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: addPasskeyForm,
  response: z.extend(acknowledgement, { passkey }),
});

/** Removes a passkey; requires the password and a code. */
export const removePasskey = route({
  method: 'POST',
  path: '/api/admin/passkeys/:id/remove',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  params: z.strictObject({ id: uuid() }),
  body: confirmedByBothForm,
  response: acknowledgement,
});

/** Begins a sign-in by passkey, before the administrator is known. */
export const beginPasskeyLogin = route({
  method: 'POST',
  path: '/api/admin/passkey-login/begin',
  audience: 'public',
  rateLimit: 'sign-in',
  response: passkeyRequest,
});

export const passkeyLoginForm = z.strictObject({ credential: shownPasskey });

/** Signs an administrator in with a passkey. */
export const passkeyLogin = route({
  method: 'POST',
  path: '/api/admin/passkey-login',
  audience: 'public',
  rateLimit: 'sign-in',
  body: passkeyLoginForm,
  response: adminLogin.response,
});
