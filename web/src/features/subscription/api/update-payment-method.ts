import { updatePaymentMethod } from '@lectern/contracts/billing/http';
import { callMember } from '../../../lib/call-member.ts';

/** Answers the payment provider's page on which the card is changed. */
export const openPaymentMethod = async (): Promise<string> => {
  const { url } = await callMember(updatePaymentMethod, {});
  if (!url) throw new Error('No URL received from server');
  return url;
};
