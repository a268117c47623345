import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { forgettingVersions } from '../republish.ts';
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

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'registrations.forget-versions.v1', ...forgettingVersions });

/** Publishes whom campaigns reach, again, within moments after it has answered. */
export const republishContacts = operatorRpc({
  name: 'registrations.republish-contacts.v1',
  timeoutMs: 20_000,
  input: z.object({}),
  output: z.object({}),
});
