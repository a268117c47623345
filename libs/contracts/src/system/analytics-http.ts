import * as z from 'zod/mini';
import { route } from '../route.ts';

// Apart from the other routes, for the reason of `billing/admin-http.ts`.

/** A month in the association's time zone: '2026-03'. */
const month = () => z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please give a month as in 2026-03'));

/** The maximum number of months in one answer: ten years. */
export const MONTHS_MAX = 120;

/**
 * The first and last month, or the number of months to the last one. The last one is the current month by default; the
 * number is twelve by default.
 */
export const analyticsQuery = z.strictObject({
  from: z.optional(month()),
  to: z.optional(month()),
  months: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MONTHS_MAX))),
});

/**
 * Active members month by month, without gaps: how many joined and left, and how many there were at its end (or are
 * now). Counted are people with an active membership, also in the grace period, and active rows that were added
 * manually. A deactivated account is no active member.
 */
export const memberAnalytics = route({
  method: 'GET',
  path: '/api/admin/analytics/members',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: analyticsQuery,
  response: z.object({
    months: z.array(z.object({ month: month(), joined: z.number(), left: z.number(), active: z.number() })),
  }),
});
export type MemberMonth = z.output<(typeof memberAnalytics)['response']>['months'][number];

const sums = z.object({ charged: z.number(), refunded: z.number(), net: z.number() });

/** Cents month by month, without gaps. A refund counts in the month of its payment. */
export const revenueAnalytics = route({
  method: 'GET',
  path: '/api/admin/analytics/revenue',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  query: analyticsQuery,
  response: z.object({
    months: z.array(
      z.object({
        month: month(),
        ...sums.shape,
        products: z.object({ memberships: sums, bootcamps: sums, tournaments: sums }),
      }),
    ),
  }),
});
export type RevenueMonth = z.output<(typeof revenueAnalytics)['response']>['months'][number];
