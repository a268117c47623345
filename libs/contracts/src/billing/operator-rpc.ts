import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { forgettingVersions, republishing } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';
import { reconciliation } from './admin-model.ts';

/*
 * Requests of the operator's commands (docs/operations.md, "Commands"). No route leads here: the caller has the
 * password of Redis.
 */

/**
 * Starts a comparison of every customer with the provider, in the background. Answers the id of the running one where
 * there is one.
 */
export const reconcileNow = operatorRpc({
  name: 'billing.reconcile-now.v1',
  input: z.object({}),
  output: z.object({ id: uuid() }),
});

/** One run of reconciliation, and how many customers could not be compared, imported or repaired; `not_found`. */
export const getReconciliation = operatorRpc({
  name: 'billing.get-reconciliation.v1',
  input: z.object({ id: uuid() }),
  output: z.extend(reconciliation, { failed: z.number() }),
});

/**
 * Payments at or after the end of a membership, or for one that ended before it began, that are not refunded; `amount`
 * in cents.
 */
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

/** Customers without an account, by id, after `after`. */
export const listGuestCustomers = operatorRpc({
  name: 'billing.list-guest-customers.v1',
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.array(
    z.object({ customerId: z.string(), email: z.string(), since: instant(), hasMembership: z.boolean(), keptLate }),
  ),
});

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'billing.forget-versions.v1', ...forgettingVersions });

/** Publishes the current memberships of customers again; a page counts customers. */
export const republishMemberships = operatorRpc({ name: 'billing.republish-memberships.v1', ...republishing });

export const republishPurchases = operatorRpc({ name: 'billing.republish-purchases.v1', ...republishing });

/** Publishes the referral credit of accounts again. */
export const republishCredits = operatorRpc({ name: 'billing.republish-credits.v1', ...republishing });

/** Customers with an account, by id, after `after`. */
export const listAccountCustomers = operatorRpc({
  name: 'billing.list-account-customers.v1',
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.array(z.object({ customerId: z.string(), userId: uuid(), email: z.string() })),
});

/**
 * Paid single payments that are neither refunded nor disputed, by id, after `after`. `email` is empty where the person
 * was erased; `amountPaid` in cents.
 */
export const listPaidPurchases = operatorRpc({
  name: 'billing.list-paid-purchases.v1',
  input: z.object({ after: z.nullable(uuid()), limit: z.number() }),
  output: z.array(z.object({ purchaseId: uuid(), email: z.string(), title: z.string(), amountPaid: z.number() })),
});

/** Which of these registrations have a paid single payment that is not refunded. */
export const describePaidRegistrations = operatorRpc({
  name: 'billing.describe-paid-registrations.v1',
  input: z.object({ registrationIds: z.array(uuid()) }),
  output: z.array(z.object({ registrationId: uuid() })),
});
