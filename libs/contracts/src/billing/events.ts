import * as z from 'zod/mini';
import { event } from '../event.ts';
import { instant, plan, uuid } from '../fields.ts';
import { cents } from '../cents.ts';
import { membershipStatus } from './model.ts';

/**
 * The state of somebody's membership as of `version` (a number that grows with every change of that subscription).
 * `access` says whether the member area is open, `accessUntil` when that ends if nothing else happens.
 */
export const membershipChanged = event({
  name: 'billing.membership-changed.v1',
  payload: z.object({
    subscriptionId: z.string(),
    customerId: z.string(),
    userId: z.nullable(uuid()),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    version: z.number(),
    status: membershipStatus,
    access: z.boolean(),
    plan: plan(),
    amount: cents,
    startedAt: instant(),
    currentPeriodEnd: instant(),
    cancelAtPeriodEnd: z.boolean(),
  }),
  subscribers: ['identity', 'registrations', 'messaging'],
});
