import type { UndoForm } from '@lectern/contracts/billing/offline-payment';
import { listOfflineRecords, undoOfflinePayment } from '@lectern/contracts/billing/offline-payment-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** An offline payment and the record that undid it, by the id of either. */
export const offlineRecordsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payments', 'offline', id],
    queryFn: ({ signal }) => callAdmin(listOfflineRecords, { params: { id }, signal }),
    staleTime: 0,
  });

export const undoPayment = ({ paymentId, ...body }: UndoForm & { paymentId: string }) =>
  callAdmin(undoOfflinePayment, { params: { id: paymentId }, body });
