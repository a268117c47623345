import {
  type OfflinePaymentBody,
  previewOfflinePayment,
  recordOfflinePayment,
} from '@lectern/contracts/billing/offline-payment-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The price and the person of a registration, as they are now. */
export const payableQuery = (registrationId: string) =>
  queryOptions({
    queryKey: ['admin', 'offline-payable', registrationId],
    queryFn: ({ signal }) => callAdmin(previewOfflinePayment, { params: { registrationId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Records a check, cash or a transfer. A repeated call with the same id records nothing more. */
export const recordPayment = (body: OfflinePaymentBody) => callAdmin(recordOfflinePayment, { body });
