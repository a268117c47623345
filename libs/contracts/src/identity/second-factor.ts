import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/** The number of recovery codes in a new set. */
export const RECOVERY_CODES = 10;

/** Shown once, when they are created. Each replaces a code of the authenticator app, once. */
export const recoveryCodes = z.array(z.string());

export const secondFactorState = z.object({
  /** Since when sign-in requires it; null while it is off. */
  enabledAt: z.nullable(instant()),
  recoveryCodesLeft: z.number(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** The input for an authenticator app: the secret as people type it (base32), and the same as an `otpauth://` URL. */
export const startedSecondFactor = z.object({ secret: z.string(), address: z.string() });
export type StartedSecondFactor = z.output<typeof startedSecondFactor>;
