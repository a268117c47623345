import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_12, ID } from '../route-docs/samples.ts';
import type * as http from './offline-payment-http.ts';

const OFFLINE_ID = 'off_0b7f2c7e6b0e4a539a630a6f8e0d5c11';
const record = {
  ...{ id: OFFLINE_ID, amount: 4000, reference: '1042', note: null, recordedBy: 'Grace Kim', isAutomatic: false },
  ...{ receivedAt: APRIL_12, recordedAt: APRIL_12 },
  method: 'check' as const,
};

export const offlinePaymentDocs = {
  previewOfflinePayment: {
    summary:
      'Shows what is to be paid for a tournament entry or a bootcamp seat, before staff record a payment for it.',
    description: '`problem` says why no payment can be recorded now; null where one can.',
    errors: ['not_found'],
    params: { registrationId: ID },
    response: {
      ...{ product: 'tournaments', registrationId: ID, userId: null, email: 'ada@example.com' },
      ...{ firstName: 'Ada', lastName: 'Okafor', title: 'Spring Tournament', beginsAt: APRIL_12 },
      ...{ amount: 4000, problem: null },
    },
  },
  recordOfflinePayment: {
    summary: 'Records a check, cash or a bank transfer for a tournament entry or a bootcamp seat.',
    description:
      'The registration is paid then, as by a payment by card: the person gets its place, the confirmation and the receipt. An open payment page is ended before, so that nobody pays twice. A repeated request with the same `id` records nothing more. The payment is in the list of payments and the monthly statement, outside the balance at the provider.',
    errors: [
      'offline_payment_refused',
      'purchase_exists',
      'idempotency_conflict',
      'not_found',
      'payment_provider_unavailable',
    ],
    body: {
      ...{ id: ID, registrationId: ID, method: 'check', amount: 4000, receivedOn: '2026-04-10' },
      ...{ reference: '1042', note: '' },
    },
    response: { id: OFFLINE_ID },
  },
  listOfflineRecords: {
    summary: 'Lists the records of what an offline payment paid for: payments, and those that undid them.',
    errors: ['not_found'],
    params: { id: OFFLINE_ID },
    response: { records: [record] },
  },
  undoOfflinePayment: {
    summary: 'Undoes an offline payment.',
    description:
      'By a record of its own: nothing is deleted. The registration that it paid for ends as with a refund, and the person is emailed. Staff return the money themselves.',
    errors: ['not_found', 'version_conflict', 'idempotency_conflict'],
    params: { id: OFFLINE_ID },
    body: { id: ID, reason: 'The check bounced.' },
    response: { id: OFFLINE_ID },
  },
  correctOfflinePayment: {
    summary: 'Corrects an offline payment that was recorded wrongly.',
    description:
      'By two records: one undoes it, and one is the right payment. The registration stays paid, at the new amount, and its receipt follows. Nobody is emailed. A repeated request with the same `id` corrects nothing more.',
    errors: ['not_found', 'version_conflict', 'idempotency_conflict', 'offline_payment_refused'],
    params: { id: OFFLINE_ID },
    body: {
      ...{ id: ID, method: 'check', amount: 4500, receivedOn: '2026-04-10' },
      ...{ reference: '1042', note: '', reason: 'The check is for $45.' },
    },
    response: { id: OFFLINE_ID },
  },
} satisfies DocsOf<typeof http>;
