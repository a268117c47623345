import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './analytics-http.ts';

const query = { from: '2026-01', to: '2026-02' };
const nothing = { charged: 0, refunded: 0, net: 0 };
const memberships = { charged: 316_680, refunded: 7_917, net: 308_763 };

export const analyticsDocs = {
  memberAnalytics: {
    summary: 'Counts active members month by month.',
    description:
      'Months are those of the association’s time zone. Without `from`, the range has `months` months (12 by default) up to `to`, which is the current month by default.',
    query,
    response: {
      months: [
        { month: '2026-01', joined: 31, left: 9, active: 402 },
        { month: '2026-02', joined: 22, left: 12, active: 412 },
      ],
    },
  },
  revenueAnalytics: {
    summary: 'Sums payments and refunds month by month, in cents.',
    description: 'A refund counts in the month of its payment. The range is chosen as for member analytics.',
    query,
    response: {
      months: [
        { month: '2026-01', ...memberships, products: { memberships, bootcamps: nothing, tournaments: nothing } },
      ],
    },
  },
} satisfies DocsOf<typeof http>;
