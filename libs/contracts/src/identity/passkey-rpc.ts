import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { actor, requestOrigin } from './model.ts';
import { newPasskey, passkey, passkeyCreation, passkeyRequest, shownPasskey } from './passkey.ts';
import { knownDevices, loginAdmin } from './rpc.ts';
import { confirmedByBoth } from './second-factor-rpc.ts';

/*
 * Passkeys complement an administrator's second factor: they exist only while it is on, and its codes let an
 * administrator in who has lost them. Every challenge is valid once, for five minutes, and for the purpose that it was
 * issued for.
 */

/** Oldest first. */
export const listPasskeys = rpc({
  name: 'identity.list-passkeys.v1',
  input: z.object({ adminId: uuid() }),
  output: z.array(passkey),
});

/** The challenge is valid in the session of the request. `current_password_wrong`, `code_wrong`, `second_factor_off`. */
export const beginPasskey = rpc({
  name: 'identity.begin-passkey.v1',
  permission: 'own',
  input: confirmedByBoth,
  output: passkeyCreation,
});

/** `passkey_not_made` where it does not answer a challenge of this session, or is stored already; `second_factor_off`. */
export const addPasskey = rpc({
  name: 'identity.add-passkey.v1',
  permission: 'own',
  input: z.object({ by: actor, sessionId: uuid(), name: z.string(), credential: newPasskey }),
  output: passkey,
});

/** `not_found` where the administrator has no passkey of that id; `current_password_wrong`, `code_wrong`, `second_factor_off`. */
export const removePasskey = rpc({
  name: 'identity.remove-passkey.v1',
  permission: 'own',
  input: z.extend(confirmedByBoth, { id: uuid() }),
  output: z.object({}),
});

export const beginPasskeyLogin = rpc({
  name: 'identity.begin-passkey-login.v1',
  input: z.object({}),
  output: passkeyRequest,
});

/**
 * Answers as {@link loginAdmin}; `passkey_refused` alike for an unknown passkey, one of an administrator who may not
 * sign in, and an invalid response.
 */
export const loginByPasskey = rpc({
  name: 'identity.login-by-passkey.v1',
  input: z.object({ credential: shownPasskey, origin: requestOrigin, devices: z.optional(knownDevices) }),
  output: loginAdmin.output,
});
