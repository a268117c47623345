import { bootcampCheckout } from '@lectern/contracts/billing/http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

export type BootcampRegistration = BodyOf<typeof bootcampCheckout>;

/** Where the registration leads: to the payment page, or onto the waitlist. */
export type Registered = { checkoutUrl: string } | { position: number | undefined; message: string };

/** Registers somebody for the next run. A place is held for them while they pay; in a full run they wait without paying. */
export const registerForBootcamp = async (body: BootcampRegistration): Promise<Registered> => {
  const { checkoutUrl, waitlisted, position, message } = await callAsVisitorOrMember(bootcampCheckout, { body });
  if (checkoutUrl) return { checkoutUrl };
  if (waitlisted !== true) throw new Error('No checkout URL received from server');
  return { position, message: message ?? 'The next run is full. You are on the waitlist.' };
};
