import { createSubscription, subscriptionForm } from '@lectern/contracts/billing/http';
import { checkoutReturnUrls } from '../../../config/paths.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';
import { messageOn } from '../../../lib/form-complaint.ts';
import { randomKey } from '../../../lib/form-submission.ts';
import { readSession, writeSession } from '../../../lib/session-storage.ts';

const KEY = 'checkoutAttempt';

/** Identifies this tab's attempt: another choice replaces the checkout that it opened, and no other visitor gets that checkout. */
const attemptKey = (): string => {
  const known = readSession(KEY);
  if (known !== null) return known;
  const made = randomKey();
  writeSession(KEY, made);
  return made;
};

export const checkEmail = (email: string) => messageOn(subscriptionForm.shape.customerEmail, email);

/** Opens a checkout for an address. Answers where to pay. */
export const openSubscription = async (request: { priceId: string; customerEmail: string }): Promise<string> => {
  const body = { ...request, attemptKey: attemptKey(), ...checkoutReturnUrls(window.location.origin) };
  const { url } = await callAsVisitorOrMember(createSubscription, { body });
  // Shown as it is (specification, section 8, "Subscribe").
  if (!url) throw new ApiError('No checkout URL received from server', { status: 200, spoken: true });
  return url;
};
