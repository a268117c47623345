import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { forgettingVersions, republishing } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';
import { reconciliation } from './admin-model.ts';

/*
 * What an operator's commands ask (docs/operations.md, "Commands"). No route leads here: whoever asks has the password of Redis.
 */

/** Begins to compare everybody with the provider, in the background; while that goes on already, it says which run it is. */
export const reconcileNow = operatorRpc({
  name: 'billing.reconcile-now.v1',
  input: z.object({}),
  output: z.object({ id: uuid() }),
});

/** One run of reconciliation, and how many could not be compared, taken over or repaired; `not_found`. */
export const getReconciliation = operatorRpc({
  name: 'billing.get-reconciliation.v1',
  input: z.object({ id: uuid() }),
  output: z.extend(reconciliation, { failed: z.number() }),
});

/** What was paid at or after the end of a membership, or for one that ended before it began, and not refunded since; `amount` in cents. */
const keptLate = z.array(z.object({ invoiceId: z.string(), amount: z.number() }));

/** The live subscriptions of these accounts; none for an account that has none. */
export const describeAccounts = operatorRpc({
  name: 'billing.describe-accounts.v1',
  input: z.object({ userIds: z.array(uuid()) }),
  output: z.array(
    z.object({
      userId: uuid(),
      subscriptions: z.array(z.object({ subscriptionId: z.string(), access: z.boolean(), renews: z.boolean() })),
      keptLate,
    }),
  ),
});

/** Customers that no account has, by id, after `after`. */
export const listGuestCustomers = operatorRpc({
  name: 'billing.list-guest-customers.v1',
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.array(
    z.object({ customerId: z.string(), email: z.string(), since: instant(), hasMembership: z.boolean(), keptLate }),
  ),
});

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'billing.forget-versions.v1', ...forgettingVersions });

/** Publishes the memberships of customers as they are, again; pages are of customers. */
export const republishMemberships = operatorRpc({ name: 'billing.republish-memberships.v1', ...republishing });

export const republishPurchases = operatorRpc({ name: 'billing.republish-purchases.v1', ...republishing });

/** Publishes what accounts have earned by referrals, again. */
export const republishCredits = operatorRpc({ name: 'billing.republish-credits.v1', ...republishing });

/** Customers that an account has, by id, after `after`. */
export const listAccountCustomers = operatorRpc({
  name: 'billing.list-account-customers.v1',
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.array(z.object({ customerId: z.string(), userId: uuid(), email: z.string() })),
});

/** Single payments that are kept, by id, after `after`; without disputed ones. `email` is empty where the person was erased, `amountPaid` in cents. */
export const listPaidPurchases = operatorRpc({
  name: 'billing.list-paid-purchases.v1',
  input: z.object({ after: z.nullable(uuid()), limit: z.number() }),
  output: z.array(z.object({ purchaseId: uuid(), email: z.string(), title: z.string(), amountPaid: z.number() })),
});

/** Which of these registrations have a single payment that is kept. */
export const describePaidRegistrations = operatorRpc({
  name: 'billing.describe-paid-registrations.v1',
  input: z.object({ registrationIds: z.array(uuid()) }),
  output: z.array(z.object({ registrationId: uuid() })),
});
