import * as z from 'zod/mini';
import { acknowledgement, typedPassword } from '../fields.ts';
import { route } from '../route.ts';
import { recoveryCodes, secondFactorState, startedSecondFactor } from './second-factor.ts';

/* The second factor of an administrator's own sign-in. */

const CODE_MAX = 40;
const currentPassword = typedPassword();
const code = z
  .string({ error: 'A code is required' })
  .check(
    z.regex(/\S/, { error: 'A code is required', abort: true }),
    z.maxLength(CODE_MAX, 'This is longer than a code'),
  );

/** Whether the signed-in administrator's second factor is on. */
export const getSecondFactor = route({
  method: 'GET',
  path: '/api/admin/second-factor',
  audience: 'admin',
  rateLimit: 'none',
  response: secondFactorState,
});

export const startSecondFactorForm = z.strictObject({ currentPassword });

/** Makes a new secret for who knows the password. Nothing is asked for at sign-in before a code of it was typed. */
export const startSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/start',
  audience: 'admin',
  rateLimit: 'sign-in',
  body: startSecondFactorForm,
  response: startedSecondFactor,
});

export const turnOnSecondFactorForm = z.strictObject({ code });

/** Turns it on by a code of the new secret. Every other session of the administrator ends; this one goes on with the token. */
export const turnOnSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/turn-on',
  audience: 'admin',
  rateLimit: 'sign-in',
  body: turnOnSecondFactorForm,
  response: z.object({ token: z.string(), recoveryCodes, message: z.string() }),
});

export const confirmedByBothForm = z.strictObject({ currentPassword, code });

/** Turns it off for who knows the password and has a code. Every other session of the administrator ends. */
export const turnOffSecondFactor = route({
  method: 'POST',
  path: '/api/admin/second-factor/turn-off',
  audience: 'admin',
  rateLimit: 'sign-in',
  body: confirmedByBothForm,
  response: z.extend(acknowledgement, { token: z.string() }),
});

/** New recovery codes in place of the old ones, for who knows the password and has a code. */
export const renewRecoveryCodes = route({
  method: 'POST',
  path: '/api/admin/second-factor/recovery-codes',
  audience: 'admin',
  rateLimit: 'sign-in',
  body: confirmedByBothForm,
  response: z.extend(acknowledgement, { recoveryCodes }),
});
