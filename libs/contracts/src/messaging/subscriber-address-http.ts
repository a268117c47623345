import * as z from 'zod/mini';
import { acknowledgement, instant, linkToken, requiredEmail, storedEmail, uuid } from '../fields.ts';
import { PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';

export const subscriberAddressForm = z.strictObject({ newEmail: requiredEmail(PROMPTS.theirEmail) });

/**
 * Emails a link to the address that a newsletter subscriber meant. The subscription moves once the holder of that mailbox has confirmed
 * it, within a week; nothing changes before. One email in ten minutes, however often the request repeats. `not_found` where `email` is
 * not an active subscriber, `registration_exists` where `newEmail` is one, `too_many_requests` beyond ten
 * corrections of a mailbox an hour.
 */
export const correctSubscriberAddress = route({
  method: 'POST',
  path: '/api/admin/newsletter-subscribers/correct-email',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  body: z.extend(subscriberAddressForm, { email: storedEmail() }),
  response: acknowledgement,
});

/** The contents of the emailed link: the subscriber, the address that was meant, the end of the link, and the proof that it is ours. */
export const subscriberAddressLink = z.strictObject({
  subscriberId: uuid(),
  email: storedEmail(),
  until: instant(),
  key: linkToken(),
});

/** Moves the subscription to the address of the link. Idempotent. `link_invalid` where the link is not ours, too old or obsolete. */
export const confirmSubscriberAddress = route({
  method: 'POST',
  path: '/api/newsletter/confirm-address',
  audience: 'public',
  rateLimit: 'write',
  body: subscriberAddressLink,
  response: acknowledgement,
});
