import { previewPaymentLink } from '@lectern/contracts/registrations/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What a payment link is for. Changes nothing. */
export const paymentQuery = (token: string) =>
  queryOptions({
    queryKey: ['payment-link', token],
    queryFn: ({ signal }) => call(previewPaymentLink, { body: { token }, signal }),
    retry: false,
  });
