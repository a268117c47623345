import { resumeCheckout } from '@lectern/contracts/billing/http';
import type { Plan } from '@lectern/contracts/fields';
import { checkoutReturnUrls } from '../../../config/paths.ts';
import { callMember } from '../../../lib/call-member.ts';

/** Opens a new checkout for the signed-in member. Answers where to pay. */
export const openCheckout = async (plan: Plan): Promise<string> => {
  const { checkoutUrl } = await callMember(resumeCheckout, {
    body: { plan, ...checkoutReturnUrls(window.location.origin) },
  });
  if (!checkoutUrl) throw new Error('No checkout URL received from server');
  return checkoutUrl;
};
