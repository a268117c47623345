import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, MARCH_2, PERSON } from '../route-docs/samples.ts';
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
  reference: null,
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

const staffRefund = {
  id: ID,
  amount: 1000,
  reason: 'The first round was cancelled.',
  status: 'made' as const,
  refusal: null,
  ends: null,
  askedBy: 'Second Administrator',
  askedAt: MARCH_2,
};

export const paymentDocs = {
  listAllPayments: {
    summary: 'Lists the movements of the balance at the payment provider, newest first.',
    description:
      'The copy follows the provider within seconds of an event. Fees are those that the provider withheld. Payments that staff recorded are in the list with `kind=offline`, negative where they were undone. Payouts are in the list with `kind=payout` only. `q` is a part of a name or an email address, or a whole id of the provider. `sort` is `createdAt` or `amount`.',
    query: { limit: 50, kind: 'charge', product: 'tournament', madeFrom: '2026-03-01', madeUntil: '2026-03-31' },
    response: { items: [charge], nextCursor: null, total: 1 },
  },
  sumAllPayments: {
    summary: 'Sums the movements of the balance, without payouts.',
    description:
      'In cents: `net` is `charged`, `refunded`, `disputed` and `adjusted`, less `fees`; `offline` is what staff recorded, less what was undone, and in no other sum. `readAt` is when the provider’s ledger was last read to its end, and `asOf` the time of the answer.',
    query: { product: 'tournament' },
    response: {
      totals: { count: 2, charged: 4000, refunded: -1000, disputed: 0, adjusted: 0, fees: 146, net: 2854, offline: 0 },
      readAt: MARCH_2,
      asOf: MARCH_2,
    },
  },
  getStatement: {
    summary: 'States the balance of a month: opening, movements by kind and product, payouts, closing.',
    description:
      'In cents. A month begins and ends at midnight in `timeZone`; `from` and `before` are its instants. `closing` is `opening` and the `net` of all lines, and the opening of the next month. `settling` is the part of `closing` that could not be paid out yet. `differences` names what this site knows and the ledger does not (`pending`, `offline`, `credit`, `missing`), the opposite (`unlinked`), and charges of another amount than the member sees (`differing`). `isComplete` says whether the ledger was read after the end of the month.',
    query: { month: '2026-03' },
    response: {
      month: '2026-03',
      timeZone: 'America/Los_Angeles',
      from: '2026-03-01T08:00:00.000Z',
      before: '2026-04-01T07:00:00.000Z',
      months: ['2026-03', '2026-02'],
      opening: 10_000,
      closing: 2_854,
      settling: 2_854,
      lines: [
        { kind: 'charge', product: 'tournament', count: 1, amount: 4000, fee: 146, net: 3854 },
        { kind: 'refund', product: 'tournament', count: 1, amount: -1000, fee: 0, net: -1000 },
        { kind: 'payout', product: 'other', count: 1, amount: -10_000, fee: 0, net: -10_000 },
      ],
      differences: [{ name: 'credit', count: 1, amount: 1500 }],
      payouts: [
        {
          id: 'txn_sample3',
          payoutId: 'po_sample1',
          createdAt: MARCH_1,
          arrivesOn: MARCH_2,
          amount: 10_000,
          fee: 0,
          description: 'STRIPE PAYOUT',
          contents: {
            ...{ count: 2, charged: 10_900, refunded: -560, disputed: 0, adjusted: 0, fees: 340, net: 10_000 },
          },
        },
      ],
      isComplete: true,
      readAt: '2026-04-02T12:00:00.000Z',
      asOf: '2026-04-02T12:01:00.000Z',
    },
  },
  exportStatement: {
    summary: 'Downloads the statement of a month as a CSV file.',
    description:
      'A row for each line, difference and payout, with amounts as dollars. The export is recorded as an action.',
    query: { month: '2026-03' },
    file: 'text/csv',
  },
  getBalanceMovement: {
    summary: 'Shows a movement of the balance with all movements of the same charge, oldest first.',
    description: '`url` is its page in the provider’s dashboard.',
    params: { id: 'txn_sample1' },
    response: {
      payment: charge,
      movements: [charge, refund],
      url: 'https://dashboard.stripe.com/payments/pi_sample1',
      refundable: { left: 3000, ends: 'registration' as const, credited: 0 },
      refunds: [staffRefund],
    },
  },
  refundPayment: {
    summary: 'Refunds a charge in full or in part.',
    description:
      'The administrator and the reason are stored. A repeated request with the same `id` refunds nothing more. While the provider does not answer, the refund is `asked`, and is made as soon as it does. A refund of all that is left of the running period ends the membership, and that of an event ends the registration.',
    errors: ['version_conflict', 'refund_refused', 'idempotency_conflict'],
    params: { id: 'txn_sample1' },
    body: { id: ID, amount: 1000, left: 4000, reason: 'The first round was cancelled.' },
    response: { id: ID, amount: 1000, status: 'made', ends: null },
  },
  downloadReceipt: {
    summary: 'Downloads the receipt of a payment of yours as a PDF.',
    description:
      'Of memberships, entries and bootcamps. It shows what was refunded until now. The same data make the same file, with the same `etag`.',
    errors: ['email_unverified', 'not_found'],
    params: { id: ID },
    file: 'application/pdf',
  },
  downloadGuestReceipt: {
    summary: 'Downloads the receipt of a registration that was paid without an account as a PDF.',
    description:
      'By the token in the email about the payment. It ends once an account has the payment, or the person was erased.',
    errors: ['receipt_link_unknown'],
    body: { token: 'an opaque token' },
    file: 'application/pdf',
  },
  downloadReceiptOfMovement: {
    summary: 'Downloads the receipt of the payment that a movement belongs to as a PDF.',
    errors: ['not_found'],
    params: { id: 'txn_sample1' },
    file: 'application/pdf',
  },
} satisfies DocsOf<typeof http>;
