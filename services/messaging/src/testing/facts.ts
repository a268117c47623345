import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';

/** What billing tells of a new monthly member, with differences. */
export const membershipFact = (differences: Partial<EventPayload<typeof membershipChanged>> = {}): EventPayload<typeof membershipChanged> => ({
  subscriptionId: 'sub_ann',
  customerId: 'cus_ann',
  userId: '0b3f9a52-6d0e-4c57-9d0a-0d4a51c9a001',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  version: 1,
  status: 'active',
  access: true,
  plan: 'monthly',
  amount: 9_500,
  startedAt: '2026-01-05T18:00:00.000Z',
  currentPeriodEnd: '2026-02-05T18:00:00.000Z',
  cancelAtPeriodEnd: false,
  ...differences,
});
