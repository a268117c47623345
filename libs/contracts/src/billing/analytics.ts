import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { rpc } from '../rpc.ts';

// For administrators alone, and apart for the reason of `admin-http.ts`.

export const REVENUE_PRODUCTS = ['memberships', 'bootcamps', 'tournaments'] as const;
export type RevenueProduct = (typeof REVENUE_PRODUCTS)[number];

/** Where months begin, in order, and where the last one ends. */
const bounds = z.object({ bounds: z.array(instant()).check(z.minLength(2)) });

const count = z.number();

/**
 * How memberships moved between bounds: how many began, how many ended, and how many there were at each end. A membership
 * counts while it opens the member area; one that is closed because a payment is missing has left until it is paid,
 * and one whose account is deactivated until that is reactivated. Of what is to come the last number is that of now.
 */
export const countMemberships = rpc({
  name: 'billing.count-memberships.v1',
  input: bounds,
  output: z.array(z.object({ joined: count, left: count, active: count })),
});

const sums = z.object({ charged: z.number(), refunded: z.number() });
export type Sums = z.output<typeof sums>;

/** Cents that were charged between bounds for each product, and what of those payments was paid back, whenever that was. */
export const sumRevenue = rpc({
  name: 'billing.sum-revenue.v1',
  input: bounds,
  output: z.array(z.object({ memberships: sums, bootcamps: sums, tournaments: sums })),
});
