import type { UndoForm } from '@lectern/contracts/billing/offline-payment';
import {
  correctOfflinePayment,
  listOfflineRecords,
  type OfflineCorrectionBody,
  undoOfflinePayment,
} from '@lectern/contracts/billing/offline-payment-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The records of what an offline payment, or one that undid it, paid for. */
export const offlineRecordsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payments', 'offline', id],
    queryFn: ({ signal }) => callAdmin(listOfflineRecords, { params: { id }, signal }),
    staleTime: 0,
  });

export const undoPayment = ({ paymentId, ...body }: UndoForm & { paymentId: string }) =>
  callAdmin(undoOfflinePayment, { params: { id: paymentId }, body });

/** Undoes a payment and records the right one. A repeated call with the same id corrects nothing more. */
export const correctPayment = ({ paymentId, ...body }: OfflineCorrectionBody & { paymentId: string }) =>
  callAdmin(correctOfflinePayment, { params: { id: paymentId }, body });
