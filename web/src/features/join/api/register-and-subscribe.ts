import { registerAndSubscribe } from '@lectern/contracts/billing/http';
import { checkoutReturnUrls } from '../../../config/paths.ts';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

type Registration = Omit<BodyOf<typeof registerAndSubscribe>, 'successUrl' | 'cancelUrl'>;

/** Creates the account and opens its checkout. Answers where to pay. */
export const registerAndPay = async (registration: Registration): Promise<string> => {
  const body = { ...registration, ...checkoutReturnUrls(window.location.origin) };
  const { checkoutUrl } = await callAsVisitorOrMember(registerAndSubscribe, { body });
  if (!checkoutUrl) throw new Error('No checkout URL received from server');
  return checkoutUrl;
};
