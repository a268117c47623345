import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { operatorRpc, rpc } from '../rpc.ts';
import { requestOrigin } from './model.ts';

/*
 * The first administrator of an installation whose environment names none. The setup is open until an administrator exists; then these
 * requests throw `route_unknown`, but for the one that finished it.
 */

const code = z.string();
const firstAdministrator = z.object({ name: z.string(), email: z.string(), password: z.string() });

export const readSetup = rpc({
  name: 'identity.read-setup.v1',
  input: z.object({}),
  output: z.object({ isOpen: z.boolean() }),
});

/** `route_unknown`, `code_wrong`. */
export const checkSetupCode = rpc({
  name: 'identity.check-setup-code.v1',
  input: z.object({ code }),
  output: z.object({}),
});

/**
 * Claims the setup for one browser, for a minute from its last request. `adminId` is the id that the first administrator will have. `isDone`:
 * this browser has finished the setup before, with this administrator. `route_unknown`, `code_wrong`, `password_common`,
 * `setup_under_way`. Idempotent.
 */
export const beginSetup = rpc({
  name: 'identity.begin-setup.v1',
  input: z.object({
    setupId: z.string(),
    code,
    association: z.string(),
    administrator: firstAdministrator,
    origin: requestOrigin,
  }),
  output: z.object({ adminId: uuid(), isDone: z.boolean() }),
});

/** Makes the first administrator, an owner, and closes the setup. Throws as {@link beginSetup}, which comes before it. Idempotent. */
export const completeSetup = rpc({
  name: 'identity.complete-setup.v1',
  input: z.object({
    setupId: z.string(),
    code,
    administrator: firstAdministrator,
    startWith: z.string(),
    origin: requestOrigin,
  }),
  output: z.object({}),
});

/** Makes another setup code, and voids the one before; null where an administrator exists. */
export const makeSetupCode = operatorRpc({
  name: 'identity.make-setup-code.v1',
  input: z.object({}),
  output: z.object({ code: z.nullable(z.string()) }),
});
