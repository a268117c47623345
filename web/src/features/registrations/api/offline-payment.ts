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

const AGAIN_MS = 300;
const ATTEMPTS = 20;

/** Waits until the registration is paid: it follows its payment, in moments. A list that is requested afterwards shows it. */
const untilKnown = async (registrationId: string): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { problem } = await callAdmin(previewOfflinePayment, { params: { registrationId } });
    if (problem !== null) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
};

/** Records a check, cash or a transfer. A repeated call with the same id records nothing more. */
export const recordPayment = async (body: OfflinePaymentBody) => {
  const recorded = await callAdmin(recordOfflinePayment, { body });
  // It is recorded, whatever the answer to this is.
  await untilKnown(body.registrationId).catch(() => undefined);
  return recorded;
};
