import { emailKey } from '@lectern/contracts/fields';
import type { PaidCheckout } from '../../lib/paid-checkout.ts';

export interface SetupCredential {
  token?: string;
  sessionId?: string;
}

/**
 * The credential that lets this person set up the account of an email: the token of the emailed link, else the checkout in the page's
 * URL, else the one that was paid in this tab, if it was for that email. Empty where there is none: the server then sends an email.
 */
export const credentialFor = (email: string, params: URLSearchParams, paid: PaidCheckout | null): SetupCredential => {
  const token = params.get('token')?.trim();
  if (token) return { token };
  const sessionId = params.get('session_id')?.trim();
  if (sessionId) return { sessionId };
  return paid !== null && emailKey(paid.email) === emailKey(email) ? { sessionId: paid.sessionId } : {};
};
