import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { actor } from './model.ts';
import { deviceToken, sessionId } from './rpc.ts';
import { recoveryCodes, secondFactorState, startedSecondFactor } from './second-factor.ts';

/*
 * The second factor of an administrator's sign-in (RFC 6238: SHA-1, six digits, thirty seconds, one step of tolerance either way).
 * Wrong passwords and wrong codes are slowed down like failed sign-ins, and count together: at sign-in, and for each session in the settings.
 */

export const getSecondFactor = rpc({
  name: 'identity.get-second-factor.v1',
  input: z.object({ adminId: uuid() }),
  output: secondFactorState,
});

/**
 * Stores a new secret, which a code must confirm within fifteen minutes; starting again replaces it.
 * `current_password_wrong`, `second_factor_on`.
 */
export const startSecondFactor = rpc({
  name: 'identity.start-second-factor.v1',
  permission: 'sign-in',
  input: z.object({ by: actor, currentPassword: z.string(), sessionId }),
  output: startedSecondFactor,
});

/**
 * Turns the second factor on with a code of the started secret, ends every session, and answers a token for this one
 * and the recovery codes. `code_wrong`, `second_factor_on`, `second_factor_not_started`.
 */
export const turnOnSecondFactor = rpc({
  name: 'identity.turn-on-second-factor.v1',
  permission: 'sign-in',
  input: z.object({ by: actor, code: z.string(), sessionId }),
  output: z.object({ token: z.string(), recoveryCodes, deviceToken }),
});

/** A change of a second factor that is on requires the password and a code. */
export const confirmedByBoth = z.object({ by: actor, currentPassword: z.string(), code: z.string(), sessionId });

/**
 * Turns the second factor off, ends every session and answers a token for this one. `current_password_wrong`,
 * `code_wrong`, `second_factor_off`.
 */
export const turnOffSecondFactor = rpc({
  name: 'identity.turn-off-second-factor.v1',
  permission: 'own',
  input: confirmedByBoth,
  output: z.object({ token: z.string(), deviceToken }),
});

/** New recovery codes; the old ones end. `current_password_wrong`, `code_wrong`, `second_factor_off`. */
export const renewRecoveryCodes = rpc({
  name: 'identity.renew-recovery-codes.v1',
  permission: 'own',
  input: confirmedByBoth,
  output: z.object({ recoveryCodes }),
});
