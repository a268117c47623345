import { openPaymentLink } from '@lectern/contracts/registrations/http';
import { call } from '../../lib/api-client.ts';

/** Answers the provider's page for what a payment link is for; the same one again while it is open. */
export const openPayment = (token: string) => call(openPaymentLink, { body: { token } });
