import type { DocsOf } from '../route-docs/route-docs.ts';
import { MARCH_1, MARCH_2, PERSON } from '../route-docs/samples.ts';
import type * as http from './payment-http.ts';

const charge = {
  id: 'txn_sample1',
  kind: 'charge' as const,
  createdAt: MARCH_1,
  availableOn: MARCH_2,
  person: { name: `${PERSON.firstName} ${PERSON.lastName}`, email: PERSON.email },
  isOurs: true,
  product: 'tournament' as const,
  title: 'Spring Open',
  description: null,
  method: 'visa',
  last4: '4242',
  amount: 4000,
  fee: 146,
  net: 3854,
  refunded: 1000,
  isDisputed: false,
  receiptUrl: 'https://pay.stripe.com/receipts/sample',
  chargeId: 'ch_sample1',
  payoutId: 'po_sample1',
};
const refund = {
  ...charge,
  id: 'txn_sample2',
  kind: 'refund' as const,
  createdAt: MARCH_2,
  amount: -1000,
  fee: 0,
  net: -1000,
  refunded: 0,
};

export const paymentDocs = {
  listAllPayments: {
    summary: 'Lists the movements of the balance at the payment provider, newest first.',
    description:
      'The copy follows the provider within seconds of an event. Fees are those that the provider withheld. Payouts are in the list with `kind=payout` only. `q` is a part of a name or an email address, or a whole id of the provider. `sort` is `createdAt` or `amount`.',
    query: { limit: 50, kind: 'charge', product: 'tournament', madeFrom: '2026-03-01', madeUntil: '2026-03-31' },
    response: { items: [charge], nextCursor: null, total: 1 },
  },
  sumAllPayments: {
    summary: 'Sums the movements of the balance, without payouts.',
    description:
      'In cents: `net` is `charged`, `refunded`, `disputed` and `adjusted`, less `fees`. `readAt` is when the provider’s ledger was last read to its end, and `asOf` the time of the answer.',
    query: { product: 'tournament' },
    response: {
      totals: { count: 2, charged: 4000, refunded: -1000, disputed: 0, adjusted: 0, fees: 146, net: 2854 },
      readAt: MARCH_2,
      asOf: MARCH_2,
    },
  },
  getBalanceMovement: {
    summary: 'Shows a movement of the balance with all movements of the same charge, oldest first.',
    description: '`url` is its page in the provider’s dashboard.',
    params: { id: 'txn_sample1' },
    response: {
      payment: charge,
      movements: [charge, refund],
      url: 'https://dashboard.stripe.com/payments/pi_sample1',
    },
  },
} satisfies DocsOf<typeof http>;
