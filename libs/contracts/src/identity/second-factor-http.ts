import * as z from 'zod/mini';
import { acknowledgement, typedPassword } from '../fields.ts';
import { route } from '../route.ts';
import { recoveryCodes, secondFactorState, startedSecondFactor } from './second-factor.ts';

/* The second factor of an administrator's own sign-in. */

const CODE_MAX = 40;
const currentPassword = typedPassword();
const code = z
  .string({ error: 'A code is required' })
  .check(z.regex(/\S/, { error: 'A code is required', abort: true }), z.maxLength(CODE_MAX, 'The code is too long'));

/** Whether the signed-in administrator's second factor is on. */
export const getSecondFactor = route({
  method: 'GET',
  path: '/api/admin/second-factor',
  audience: 'admin',
  permission: 'sign-in',
  rateLimit: 'none',
  response: secondFactorState,
});

export const startSecondFactorForm = z.strictObject({ currentPassword });

/** Creates a new secret; requires the password. Sign-in requires no code before one was entered. */
export const startSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/start',
  audience: 'admin',
  permission: 'sign-in',
  rateLimit: 'sign-in',
  body: startSecondFactorForm,
  response: startedSecondFactor,
});

export const turnOnSecondFactorForm = z.strictObject({ code });

/**
 * Turns the second factor on with a code of the new secret. Every other session of the administrator ends; this one
 * continues with the token.
 */
export const turnOnSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/turn-on',
  audience: 'admin',
  permission: 'sign-in',
  rateLimit: 'sign-in',
  body: turnOnSecondFactorForm,
  response: z.object({ token: z.string(), recoveryCodes, message: z.string() }),
});

export const confirmedByBothForm = z.strictObject({ currentPassword, code });

/** Turns the second factor off; requires the password and a code. Every other session of the administrator ends. */
export const turnOffSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/turn-off',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: confirmedByBothForm,
  response: z.extend(acknowledgement, { token: z.string() }),
});

/** New recovery codes in place of the old ones; requires the password and a code. */
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/admin/second-factor/recovery-codes',
  audience: 'admin',
  permission: 'own',
  rateLimit: 'sign-in',
  body: confirmedByBothForm,
  response: z.extend(acknowledgement, { recoveryCodes }),
});
