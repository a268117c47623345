import * as z from 'zod/mini';
import { operatorRpc } from '../rpc.ts';

/*
 * Requests of the operator's commands (docs/operations.md, "Commands"). No route leads here: the caller has the
 * password of Redis.
 */

/** Publishes the current version of every text that other services follow again. */
export const republishTexts = operatorRpc({
  name: 'content.republish-texts.v1',
  timeoutMs: 20_000,
  input: z.object({}),
  output: z.object({ published: z.number() }),
});
