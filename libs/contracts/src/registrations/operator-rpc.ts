import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { forgettingVersions } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';

/*
 * Requests of the operator's commands (docs/operations.md, "Commands"). No route leads here: the caller has the
 * password of Redis.
 */

/**
 * The subscriptions that give these accounts access to the club, from the events that registrations received; none for
 * an account that has none.
 */
export const describeAccounts = operatorRpc({
  name: 'registrations.describe-accounts.v1',
  input: z.object({ userIds: z.array(uuid()) }),
  output: z.array(z.object({ userId: uuid(), subscriptionIds: z.array(z.string()) })),
});

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'registrations.forget-versions.v1', ...forgettingVersions });

/** Publishes the recipients of campaigns, and registrations for the list of people, again, within moments after the answer. */
export const republishContacts = operatorRpc({
  name: 'registrations.republish-contacts.v1',
  timeoutMs: 20_000,
  input: z.object({}),
  output: z.object({}),
});

/**
 * The given single payments that registrations knows as paid and has not refused, with the paid amount of their
 * registration (`amount`, cents). A payment remains where its registration was deleted after it was paid.
 */
export const describePurchases = operatorRpc({
  name: 'registrations.describe-purchases.v1',
  input: z.object({ purchaseIds: z.array(uuid()) }),
  output: z.array(z.object({ purchaseId: uuid(), amount: z.number() })),
});

/**
 * Entries and seats with a payment above zero, by id, after `after`. `email` is empty where the person was erased.
 * `duplicateOf` is an earlier one that the same account has paid for the same event in the same name.
 */
export const listPaidRegistrations = operatorRpc({
  name: 'registrations.list-paid-registrations.v1',
  input: z.object({ after: z.nullable(uuid()), limit: z.number() }),
  output: z.array(
    z.object({ registrationId: uuid(), email: z.string(), title: z.string(), duplicateOf: z.nullable(uuid()) }),
  ),
});
