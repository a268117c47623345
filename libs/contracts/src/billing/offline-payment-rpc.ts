import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';
import {
  correctionReason,
  offlinePayable,
  offlinePaymentForm,
  offlinePaymentId,
  offlineRecord,
  undoForm,
} from './offline-payment.ts';

/**
 * Records money that was paid for a registration without the provider, which makes it paid as a payment by card does. Its open payment page is
 * ended before. Idempotent by `id`. `receivedAt`: the beginning of the day on which it was received. Throws `invalid_request`,
 * `idempotency_conflict` where the id names another payment, `offline_payment_refused` with the payable's problem, `purchase_exists` once it
 * was paid, and `payment_provider_unavailable`, after which nothing is recorded.
 */
export const recordOfflinePayment = rpc({
  name: 'billing.record-offline-payment.v1',
  permission: 'payments:record',
  input: z.object({ ...offlinePaymentForm, receivedAt: instant(), payable: offlinePayable, by: actor }),
  output: z.object({ id: offlinePaymentId }),
  timeoutMs: 40_000,
});

/**
 * Undoes an offline payment: a record of its own takes the money back out, and what it paid for ends as with a refund. Idempotent by `id`.
 * Throws `not_found`, `idempotency_conflict`, and `version_conflict` where it was undone already.
 */
export const undoOfflinePayment = rpc({
  name: 'billing.undo-offline-payment.v1',
  permission: 'payments:record',
  input: z.object({ paymentId: z.string(), ...undoForm.shape, by: actor }),
  output: z.object({ id: offlinePaymentId }),
});

/**
 * Undoes an offline payment, and records the right one for the same registration, which stays paid at its amount. Idempotent by `id`, which the
 * right payment gets. Throws `not_found`, `invalid_request`, `idempotency_conflict`, `version_conflict` where it was undone already, and
 * `offline_payment_refused` once the registration has ended.
 */
export const correctOfflinePayment = rpc({
  name: 'billing.correct-offline-payment.v1',
  permission: 'payments:record',
  input: z.object({
    ...{ ...offlinePaymentForm, reason: correctionReason },
    paymentId: z.string(),
    receivedAt: instant(),
    by: actor,
  }),
  output: z.object({ id: offlinePaymentId }),
});

/** All records of what an offline payment, or one that undid it, paid for. Oldest first. Throws `not_found`. */
export const listOfflineRecords = rpc({
  name: 'billing.list-offline-records.v1',
  input: z.object({ id: z.string() }),
  output: z.array(offlineRecord),
});
