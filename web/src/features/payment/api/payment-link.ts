import { openPaymentLink, previewPaymentLink } from '@lectern/contracts/registrations/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What a payment link is for. Changes nothing. */
export const paymentQuery = (token: string) =>
  queryOptions({ queryKey: ['payment-link', token], queryFn: ({ signal }) => call(previewPaymentLink, { body: { token }, signal }), retry: false });

/** The provider's page; the same one again while it is open. */
export const openPayment = (token: string) => call(openPaymentLink, { body: { token } });
