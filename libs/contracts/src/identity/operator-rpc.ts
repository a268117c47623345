import * as z from 'zod/mini';
import { email, instant, newPassword, requiredLine } from '../fields.ts';
import { rpc } from '../rpc.ts';

/*
 * What an operator's commands ask (docs/operations.md, "Commands"). No route leads here: whoever asks has the password of Redis.
 */

/** Makes an administrator unless the address has one, and says which; one that is there keeps name and password. `password_common`. */
export const createAdministrator = rpc({
  name: 'identity.create-administrator.v1',
  input: z.object({ email: email(), name: requiredLine('A name is required'), password: newPassword() }),
  output: z.object({ isNew: z.boolean() }),
});

export const listAdministrators = rpc({
  name: 'identity.list-administrators.v1',
  input: z.object({}),
  output: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      isActive: z.boolean(),
      hasSecondFactor: z.boolean(),
      createdAt: instant(),
      lastLoginAt: z.nullable(instant()),
    }),
  ),
});

/**
 * Lets an administrator in or out; out ends every session. `last` is refused: nobody would be left to sign in. Idempotent.
 */
export const setAdministratorActive = rpc({
  name: 'identity.set-administrator-active.v1',
  input: z.object({ email: z.string(), isActive: z.boolean() }),
  output: z.object({ outcome: z.enum(['changed', 'unchanged', 'unknown', 'last']) }),
});

/** Turns an administrator's second factor off and ends every session; `unknown` where the address has no administrator. Idempotent. */
export const resetSecondFactor = rpc({
  name: 'identity.reset-second-factor.v1',
  input: z.object({ email: z.string() }),
  output: z.object({ outcome: z.enum(['reset', 'was-off', 'unknown']) }),
});
