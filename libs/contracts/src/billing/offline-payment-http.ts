import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { route } from '../route.ts';
import {
  correctionReason,
  offlinePayable,
  offlinePaymentForm,
  offlinePaymentId,
  shownOfflineRecord,
  undoForm,
} from './offline-payment.ts';

/** The price and the person of a registration, before a payment is recorded for it. */
export const previewOfflinePayment = route({
  method: 'GET',
  path: '/api/admin/offline-payments/payable/:registrationId',
  audience: 'admin',
  permission: 'payments:record',
  rateLimit: 'none',
  params: z.strictObject({ registrationId: uuid() }),
  response: offlinePayable,
});

const received = {
  ...offlinePaymentForm,
  /** A day of the association, today or within the last year. */
  receivedOn: z.iso.date({ error: 'Choose the day on which it was received' }),
};

export const offlinePaymentBody = z.strictObject({
  ...received,
  registrationId: z.uuid({ error: 'Choose the registration' }),
});
export type OfflinePaymentBody = z.output<typeof offlinePaymentBody>;

/** Records a check, cash or a bank transfer for a registration, which makes it paid. */
export const recordOfflinePayment = route({
  method: 'POST',
  path: '/api/admin/offline-payments',
  audience: 'admin',
  permission: 'payments:record',
  rateLimit: 'none',
  body: offlinePaymentBody,
  status: 201,
  response: z.object({ id: offlinePaymentId }),
});

const params = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,255}$/, 'This is not the id of an offline payment')),
});

/** The records of what an offline payment paid for: payments, and those that undid them. Oldest first. */
export const listOfflineRecords = route({
  method: 'GET',
  path: '/api/admin/offline-payments/:id',
  audience: 'admin',
  permission: 'payments:read',
  rateLimit: 'none',
  params,
  response: z.object({ records: z.array(shownOfflineRecord) }),
});

/** Undoes an offline payment, by a record of its own: nothing is deleted. The registration that it paid for ends. */
export const undoOfflinePayment = route({
  method: 'POST',
  path: '/api/admin/offline-payments/:id/undo',
  audience: 'admin',
  permission: 'payments:record',
  rateLimit: 'none',
  params,
  body: undoForm,
  response: z.object({ id: offlinePaymentId }),
});

export const offlineCorrectionBody = z.strictObject({ ...received, reason: correctionReason });
export type OfflineCorrectionBody = z.output<typeof offlineCorrectionBody>;

/**
 * Corrects an offline payment that was recorded wrongly, by two records of their own: one undoes it, and one is the right payment. The
 * registration stays paid, at the new amount.
 */
export const correctOfflinePayment = route({
  method: 'POST',
  path: '/api/admin/offline-payments/:id/corrections',
  audience: 'admin',
  permission: 'payments:record',
  rateLimit: 'none',
  params,
  body: offlineCorrectionBody,
  status: 201,
  response: z.object({ id: offlinePaymentId }),
});
