import { previewPaymentLink } from '@lectern/contracts/registrations/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The payment behind a payment link. Read only. */
export const paymentQuery = (token: string) =>
  queryOptions({
    queryKey: ['payment-link', token],
    queryFn: ({ signal }) => call(previewPaymentLink, { body: { token }, signal }),
    retry: false,
  });
