import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { rpc } from '../rpc.ts';

// For administrators only; apart for the reason given in `admin-http.ts`.

export const REVENUE_PRODUCTS = ['memberships', 'bootcamps', 'tournaments'] as const;
export type RevenueProduct = (typeof REVENUE_PRODUCTS)[number];

/** The beginnings of consecutive months, in order, followed by the end of the last month. */
const bounds = z.object({ bounds: z.array(instant()).check(z.minLength(2)) });

const count = z.number();

/**
 * How the number of memberships changes between bounds: how many began, how many ended, and how many there were at each
 * bound. A membership counts while it opens the member area. One that is closed because of a missing payment counts as
 * ended until it is paid, and one of a deactivated account until that is reactivated. For bounds in the future the
 * number is the present one.
 */
export const countMemberships = rpc({
  name: 'billing.count-memberships.v1',
  input: bounds,
  output: z.array(z.object({ joined: count, left: count, active: count })),
});

const sums = z.object({ charged: z.number(), refunded: z.number() });
export type Sums = z.output<typeof sums>;

/** Cents charged between bounds for each product, and how much of those payments was refunded, whenever that was. */
export const sumRevenue = rpc({
  name: 'billing.sum-revenue.v1',
  input: bounds,
  output: z.array(z.object({ memberships: sums, bootcamps: sums, tournaments: sums })),
});
