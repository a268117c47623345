import { emailKey } from '@lectern/contracts/fields';
import type { PaidCheckout } from '../../lib/paid-checkout.ts';

export interface SetupCredential {
  token?: string;
  sessionId?: string;
}

/**
 * What shows that an address is this person's to set up: the mailed link's token, else the checkout that the address of the page
 * names, else the one that was paid in this tab, if it was for that email. Empty where there is none: the server then sends an email.
 */
export const credentialFor = (email: string, params: URLSearchParams, paid: PaidCheckout | null): SetupCredential => {
  const token = params.get('token')?.trim();
  if (token) return { token };
  const sessionId = params.get('session_id')?.trim();
  if (sessionId) return { sessionId };
  return paid !== null && emailKey(paid.email) === emailKey(email) ? { sessionId: paid.sessionId } : {};
};
