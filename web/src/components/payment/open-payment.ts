import { openPaymentLink } from '@lectern/contracts/registrations/http';
import { callAsVisitorOrMember } from '../../lib/call-member.ts';

/**
 * Answers the provider's payment page for a payment link; the account's own page when that account is signed in. Repeated calls
 * answer the same page while it is open.
 */
export const openPayment = (token: string) => callAsVisitorOrMember(openPaymentLink, { body: { token } });
