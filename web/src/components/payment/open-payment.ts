import { openPaymentLink } from '@lectern/contracts/registrations/http';
import { callAsVisitorOrMember } from '../../lib/call-member.ts';

/** Answers the provider's page for what a payment link is for, the account's own where that is signed in; the same one again while it is open. */
export const openPayment = (token: string) => callAsVisitorOrMember(openPaymentLink, { body: { token } });
