import { randomUUID } from 'node:crypto';
import type { membershipChanged } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';

/** Billing's event of an active monthly membership, with differences. */
export const membershipEvent = (
  userId: string | null,
  email: string,
  differences: Partial<EventPayload<typeof membershipChanged>> = {},
): EventPayload<typeof membershipChanged> => ({
  subscriptionId: `sub_${randomUUID()}`,
  customerId: `cus_${randomUUID()}`,
  userId,
  email,
  firstName: 'Grace',
  lastName: 'Adeyemi',
  version: 1,
  status: 'active',
  access: true,
  plan: 'monthly',
  amount: 9_500,
  startedAt: new Date().toISOString(),
  currentPeriodEnd: new Date().toISOString(),
  cancelAtPeriodEnd: false,
  ...differences,
});
