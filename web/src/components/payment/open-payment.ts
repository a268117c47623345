import { openPaymentLink } from '@lectern/contracts/registrations/http';
import { callAsVisitorOrMember } from '../../lib/call-member.ts';

/** Answers the URL of the provider's page for a payment link; for a signed-in person, of their account's page. The same URL while the page is open. */
export const openPayment = (token: string) => callAsVisitorOrMember(openPaymentLink, { body: { token } });
