import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { exportRequest, exportSlice } from '../list-export.ts';
import { listQuery, pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { actor } from '../identity/model.ts';
import { listedPayment, paymentFilters, paymentTotals } from './listed-payment.ts';
import { periodStatement } from './statement.ts';
import { receipt } from './receipt.ts';
import { refundable, refundForm, staffRefund } from './staff-refund.ts';

/** Of the charge that a movement belongs to: what can be refunded, null where nothing can; and what staff refunded, newest first. */
const ofRefunds = { refundable: z.nullable(refundable), refunds: z.array(staffRefund) };

/** The filters, with days as instants: from `from` on, and before `before`. */
const filter = {
  q: listQuery.shape.q,
  kind: paymentFilters.kind,
  product: paymentFilters.product,
  from: z.nullable(instant()),
  before: z.nullable(instant()),
};

/** Movements of the balance with these properties, newest first unless `sort` says otherwise. Throws `invalid_request` or `cursor_invalid`. */
export const listBalance = rpc({
  name: 'billing.list-balance.v1',
  input: z.object({ ...filter, ...z.pick(listQuery, { limit: true, cursor: true, sort: true }).shape }),
  output: pageOf(listedPayment),
});

/** A slice of {@link listBalance} as a file; days are of this time zone. */
export const exportBalance = rpc({
  name: 'billing.export-balance.v1',
  input: z.object({
    ...filter,
    ...z.pick(exportRequest, { sort: true, cursor: true, columns: true }).shape,
    timeZone: z.string(),
  }),
  output: exportSlice,
  timeoutMs: 20_000,
});

/**
 * The sums of {@link listBalance}, and how current it is. `readAt`: when the provider's ledger was last read to its end, null before the
 * first time. `asOf`: the time of the answer, by the same clock.
 */
export const sumBalance = rpc({
  name: 'billing.sum-balance.v1',
  input: z.object(filter),
  output: z.object({ totals: paymentTotals, readAt: z.nullable(instant()), asOf: instant() }),
  timeoutMs: 10_000,
});

/** The balance from `from` on and before `before`, with its payouts. */
export const stateBalance = rpc({
  name: 'billing.state-balance.v1',
  input: z.object({ from: instant(), before: instant() }),
  output: periodStatement,
  timeoutMs: 10_000,
});

/** A movement with all movements of the same charge, oldest first. `url` is its page in the provider's dashboard. Throws `not_found`. */
export const getBalanceMovement = rpc({
  name: 'billing.get-balance-movement.v1',
  input: z.object({ id: z.string() }),
  output: z.object({
    payment: listedPayment,
    movements: z.array(listedPayment),
    url: z.nullable(z.string()),
    ...ofRefunds,
  }),
});

/**
 * Refunds a part of a charge, or all that is left of it, at the provider, and stores who did it and why. Idempotent by `id`. An outage of
 * the provider leaves it `asked`, and a job makes it. Throws `not_found`, `version_conflict` where something else is left than `left`,
 * `invalid_request` above that, `idempotency_conflict` where the id names another refund, and `refund_refused`.
 */
export const refundCharge = rpc({
  name: 'billing.refund-charge.v1',
  permission: 'payments:refund',
  input: z.object({ movementId: z.string(), ...refundForm.shape, by: actor }),
  output: staffRefund,
  timeoutMs: 40_000,
});

/** The receipt of a payment or purchase of this account. Throws `not_found` for those of others, and where nothing was paid. */
export const getReceipt = rpc({
  name: 'billing.get-receipt.v1',
  input: z.object({ id: uuid(), userId: uuid() }),
  output: receipt,
});

/** The receipt of the payment that a movement of the balance belongs to, for staff. Throws `not_found`. */
export const getReceiptOfMovement = rpc({
  name: 'billing.get-receipt-of-movement.v1',
  input: z.object({ id: z.string() }),
  output: receipt,
});

/**
 * The receipt of what a guest paid for a registration. Throws `receipt_link_unknown`, also once an account has the payment: its receipt is on the page
 * of the account then.
 */
export const getGuestReceipt = rpc({
  name: 'billing.get-guest-receipt.v1',
  input: z.object({ reference: uuid() }),
  output: receipt,
});
