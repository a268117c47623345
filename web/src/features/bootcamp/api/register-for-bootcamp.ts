import { bootcampCheckout } from '@lectern/contracts/registrations/http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAsVisitorOrMember } from '../../../lib/call-member.ts';

export type BootcampRegistration = BodyOf<typeof bootcampCheckout>;

/** The result of a registration: the payment page, or the waitlist. */
export type Registered = { checkoutUrl: string } | { position: number | undefined; message: string };

/** Registers a person for the next run. Their seat is held while they pay; a full run puts them on its waitlist without payment. */
export const registerForBootcamp = async (body: BootcampRegistration): Promise<Registered> => {
  const { checkoutUrl, waitlisted, position, message } = await callAsVisitorOrMember(bootcampCheckout, { body });
  if (checkoutUrl) return { checkoutUrl };
  if (waitlisted !== true) throw new Error('No checkout URL received from server');
  return { position, message: message ?? 'The next run is full. You are on the waitlist.' };
};
