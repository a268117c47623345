import * as z from 'zod/mini';
import { fileAnswer, instant, uuid } from '../fields.ts';
import { fileStream } from '../file-stream.ts';
import { listOrPage } from '../page.ts';
import { route } from '../route.ts';
import { listedPayment, paymentListQuery, paymentTotals } from './listed-payment.ts';
import { monthlyStatement, statementQuery } from './statement.ts';
import { refundable, refundForm, shownRefund, staffRefund } from './staff-refund.ts';

/** Every movement of the association's balance, as the payment provider's ledger has it. */
export const listAllPayments = route({
  method: 'GET',
  path: '/api/admin/payments',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  query: paymentListQuery,
  response: listOrPage(listedPayment),
});

/** The sums of that list with the same filters, and when the provider's ledger was last read to its end. */
export const sumAllPayments = route({
  method: 'GET',
  path: '/api/admin/payments/totals',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  query: z.pick(paymentListQuery, { q: true, kind: true, product: true, madeFrom: true, madeUntil: true }),
  response: z.object({ totals: paymentTotals, readAt: z.nullable(instant()), asOf: instant() }),
});

/** The statement of a month, the current one by default. Months are those of the association's time zone. */
export const getStatement = route({
  method: 'GET',
  path: '/api/admin/payments/statement',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  query: statementQuery,
  response: monthlyStatement,
});

/** {@link getStatement} as a CSV file. Recorded as an action. */
export const exportStatement = route({
  method: 'GET',
  path: '/api/admin/payments/statement/file',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  query: statementQuery,
  response: fileStream,
});

const movementId = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,255}$/, 'This is not the id of a movement')),
});

/**
 * A movement, with all movements of the same charge, oldest first, and its page in the provider's dashboard; and of that charge what staff can
 * refund, null where that is nothing, and what they refunded, newest first.
 */
export const getBalanceMovement = route({
  method: 'GET',
  path: '/api/admin/payments/:id',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  params: movementId,
  response: z.object({
    payment: listedPayment,
    movements: z.array(listedPayment),
    url: z.nullable(z.string()),
    refundable: z.nullable(refundable),
    refunds: z.array(shownRefund),
  }),
});

/**
 * Refunds a charge in full or in part. An outage of the provider delays the refund (`asked`). `version_conflict` where something else is left than
 * the page showed; `refund_refused` with the provider's reason.
 */
export const refundPayment = route({
  method: 'POST',
  path: '/api/admin/payments/:id/refunds',
  audience: 'admin',
  permission: 'payments:refund',
  rateLimit: 'none',
  params: movementId,
  body: refundForm,
  response: z.pick(staffRefund, { id: true, amount: true, status: true, ends: true }),
});

/** The receipt of a payment of the member, as a PDF. `email_unverified` for an account that was set up by a payment alone. */
export const downloadReceipt = route({
  method: 'GET',
  path: '/api/subscription/payments/:id/receipt',
  audience: 'member',
  rateLimit: 'account-write',
  params: z.strictObject({ id: uuid() }),
  response: fileAnswer,
});

/** The receipt of the payment that a movement belongs to, as a PDF. */
export const downloadReceiptOfMovement = route({
  method: 'GET',
  path: '/api/admin/payments/:id/receipt',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  params: movementId,
  response: fileAnswer,
});

/**
 * The receipt of what a person without an account paid for a registration, as a PDF, by the token of the email about it. Any other token, one
 * whose person was erased, and one whose payment an account has by now are `receipt_link_unknown` alike. The token is in the body, because
 * proxies log URLs.
 */
export const downloadGuestReceipt = route({
  method: 'POST',
  path: '/api/receipt',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: fileAnswer,
});
