import * as z from 'zod/mini';
import { forgettingVersions } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'messaging.forget-versions.v1', ...forgettingVersions });

/** Publishes subscribers and contact messages again for the list of people, within moments after the answer. */
export const republishPersonRecords = operatorRpc({
  name: 'messaging.republish-person-records.v1',
  timeoutMs: 20_000,
  input: z.object({}),
  output: z.object({}),
});
