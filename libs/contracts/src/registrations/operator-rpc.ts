import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { operatorRpc } from '../rpc.ts';

/*
 * What an operator's commands ask (docs/operations.md, "Commands"). No route leads here: whoever asks has the password of Redis.
 */

/** The subscriptions that open the club for these accounts, as registrations was told; none for an account that has none. */
export const describeAccounts = operatorRpc({
  name: 'registrations.describe-accounts.v1',
  input: z.object({ userIds: z.array(uuid()) }),
  output: z.array(z.object({ userId: uuid(), subscriptionIds: z.array(z.string()) })),
});
