import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import { creditChange, creditForm, staffCreditAccount, staffCreditEntry } from './credit.ts';

/** The credit of an account. `isKnown`: whether there is such an account here. `by` is the administrator's id. */
export const getCredit = rpc({
  name: 'billing.get-credit.v1',
  input: z.object({ userId: uuid() }),
  output: z.extend(staffCreditAccount, {
    isKnown: z.boolean(),
    entries: z.array(z.extend(staffCreditEntry, { by: z.nullable(uuid()) })),
  }),
});

/**
 * Gives credit to an account, or withdraws what is unspent, and stores who did it and why. Idempotent by `id`. An outage of the provider leaves it
 * `asked`, and a job makes it. Throws `not_found`, `version_conflict` where the credit is not `balance`, `invalid_request` above what is left,
 * `idempotency_conflict` where the id names another change, and `credit_refused`.
 */
export const changeCredit = rpc({
  name: 'billing.change-credit.v1',
  permission: 'payments:refund',
  input: z.object({ userId: uuid(), ...creditForm.shape, by: actor }),
  output: creditChange,
  timeoutMs: 40_000,
});
