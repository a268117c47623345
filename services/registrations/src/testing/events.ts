import type { membershipChanged, purchaseChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { accountChanged } from '@lectern/contracts/identity/events';

export const ANN = '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001';

/** Billing's event for an active monthly member, with differences. */
export const membershipEvent = (
  differences: Partial<EventPayload<typeof membershipChanged>> = {},
): EventPayload<typeof membershipChanged> => ({
  subscriptionId: 'sub_ann',
  customerId: 'cus_ann',
  userId: ANN,
  email: 'Ann@Example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  version: 1,
  status: 'active',
  access: true,
  plan: 'monthly',
  amount: 9_500,
  startedAt: '2026-01-05T08:00:00.000Z',
  currentPeriodEnd: '2026-02-05T08:00:00.000Z',
  cancelAtPeriodEnd: false,
  ...differences,
});

/** Identity's event for the same person's account, with differences. */
export const accountEvent = (
  differences: Partial<EventPayload<typeof accountChanged>> = {},
): EventPayload<typeof accountChanged> => ({
  userId: ANN,
  version: 1,
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  division: 'development',
  createdAt: '2026-01-05T07:00:00.000Z',
  ...differences,
});

/** Billing's event for a registration's opened checkout, with differences. */
export const purchaseEvent = (
  differences: Pick<EventPayload<typeof purchaseChanged>, 'purchaseId' | 'product' | 'reference'> &
    Partial<EventPayload<typeof purchaseChanged>>,
): EventPayload<typeof purchaseChanged> => ({
  version: 1,
  status: 'open',
  amountPaid: 0,
  amountRefunded: 0,
  sessionId: `cs_test_${differences.purchaseId}`,
  paymentIntentId: null,
  ...differences,
});
