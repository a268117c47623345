import { createSubscription } from '@lectern/contracts/billing/http';
import { checkoutReturnUrls } from '../../../config/paths.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

/** Opens a checkout for an address. Answers where to pay. */
export const openSubscription = async (request: { priceId: string; customerEmail: string }): Promise<string> => {
  const body = { ...request, ...checkoutReturnUrls(window.location.origin) };
  const { url } = await callAsVisitorOrMember(createSubscription, { body });
  if (!url) throw new Error('No checkout URL received from server');
  return url;
};
