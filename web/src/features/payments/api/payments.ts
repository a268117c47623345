import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import type { RefundForm } from '@lectern/contracts/billing/staff-refund';
import {
  downloadReceiptOfMovement,
  getBalanceMovement,
  listAllPayments,
  refundPayment,
  sumAllPayments,
} from '@lectern/contracts/billing/payment-http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminListSource } from '../../../components/console/admin-list-source.ts';
import { type ListView, viewQuery } from '../../../components/console/list-view.ts';
import { callAdmin, callAdminForFile } from '../../../lib/call-admin.ts';

/** Every movement of the balance, page by page. Its filters are those of {@link listAllPayments}. */
export const paymentList: AdminListSource<ListedPayment> = {
  key: 'payments',
  exportKind: 'payments',
  ask: (query, signal) => callAdmin(listAllPayments, { query, signal }),
};

const MINUTE_MS = 60_000;

/** The sums of a view of the list; again every minute, since payments come in by themselves. */
export const totalsQuery = ({ q, filters }: ListView) =>
  queryOptions({
    queryKey: ['admin', 'payments', 'totals', { q, filters }],
    queryFn: ({ signal }) => callAdmin(sumAllPayments, { query: viewQuery({ q, filters }), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: MINUTE_MS,
  });

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'payments', 'one', id],
    queryFn: ({ signal }) => callAdmin(getBalanceMovement, { params: { id }, signal }),
    staleTime: 0,
  });

export const refund = ({ movementId, ...body }: RefundForm & { movementId: string }) =>
  callAdmin(refundPayment, { params: { id: movementId }, body });

/** The receipt of the payment that a movement belongs to, as a PDF. */
export const downloadReceipt = (id: string) => callAdminForFile(downloadReceiptOfMovement, { params: { id } });
