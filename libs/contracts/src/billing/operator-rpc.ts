import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { reconciliation } from './admin-model.ts';

/*
 * What an operator's commands ask (docs/operations.md, "Commands"). No route leads here: whoever asks has the password of Redis.
 */

/** Begins to compare everybody with the provider, in the background; while that goes on already, it says which run it is. */
export const reconcileNow = rpc({
  name: 'billing.reconcile-now.v1',
  input: z.object({}),
  output: z.object({ id: uuid() }),
});

/** One run of reconciliation, and how many could not be compared, taken over or repaired; `not_found`. */
export const getReconciliation = rpc({
  name: 'billing.get-reconciliation.v1',
  input: z.object({ id: uuid() }),
  output: z.extend(reconciliation, { failed: z.number() }),
});
