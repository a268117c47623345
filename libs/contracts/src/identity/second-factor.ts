import * as z from 'zod/mini';
import { instant } from '../fields.ts';

/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10;

/** Shown once, when they are made. Each stands in for a code of the authenticator app, once. */
export const recoveryCodes = z.array(z.string());

export const secondFactorState = z.object({
  /** Since when it is asked for; null while it is off. */
  enabledAt: z.nullable(instant()),
  recoveryCodesLeft: z.number(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** What an authenticator app is told: the secret as people type it (base32), and the same as an `otpauth://` address. */
export const startedSecondFactor = z.object({ secret: z.string(), address: z.string() });
export type StartedSecondFactor = z.output<typeof startedSecondFactor>;
