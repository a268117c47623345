import * as z from 'zod/mini';
import {
  acknowledgement,
  email,
  EMAIL_MAX,
  MESSAGES,
  personName,
  redirection,
  requiredLine,
  TEXT_MAX,
} from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { MISSING, PROMPTS } from '../prompts.ts';
import { route } from '../route.ts';
import { newsletterSubscriber } from './model.ts';

export const newsletterForm = z.strictObject({
  email: email('Please enter a valid email address.'),
  /** The form; `homepage` by default. */
  source: z.optional(z.enum(['homepage', 'resources', 'footer', 'blog', 'starter_kit'])),
});

/** A repeated sign-up answers the same and changes nothing. */
export const subscribeToNewsletter = route({
  method: 'POST',
  path: '/api/newsletter',
  audience: 'public',
  rateLimit: 'write',
  body: newsletterForm,
  response: acknowledgement,
});

const MESSAGE_MIN = 10;

export const contactForm = z.strictObject({
  name: personName(PROMPTS.name),
  // An empty field is a missing one before it is a wrong address or a short message.
  email: z.pipe(requiredLine(PROMPTS.email, TEXT_MAX), email('Please enter a valid email address.')),
  message: z
    .string({ error: PROMPTS.message })
    .check(
      z.trim(),
      z.minLength(1, PROMPTS.message),
      z.minLength(MESSAGE_MIN, 'Please provide a more detailed message.'),
      z.maxLength(TEXT_MAX, { error: MESSAGES.tooLong }),
    ),
});

/**
 * Stored, emailed to the association with the sender as its reply address, and acknowledged to the sender. A member who writes from
 * their verified address and sends their token is recognized by staff.
 */
export const sendContactMessage = route({
  method: 'POST',
  path: '/api/contact',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  recognizesMembers: true,
  missingMessage: MISSING.contact,
  body: contactForm,
  response: acknowledgement,
  status: 201,
});

export const starterKitForm = z.strictObject({ email: email('Please enter a valid email address.') });

/**
 * Emails a link to the starter kit, at most once in ten minutes to an email address, and subscribes it. The answer is
 * always the same.
 */
export const requestStarterKit = route({
  method: 'POST',
  path: '/api/starter-kit',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  body: starterKitForm,
  response: acknowledgement,
});

/** The contents of an unsubscribe link: an email address, and the proof that an email to it contained the link. */
const unsubscribeLink = z.object({
  email: z.optional(z.string().check(z.maxLength(EMAIL_MAX))),
  key: z.optional(z.string().check(z.maxLength(100))),
});

/**
 * The unsubscribe link of an email, followed by a person or checked by a mail program. It changes nothing and redirects
 * to the page `/unsubscribe` with the same `email` and `key`, where a person decides.
 */
export const openUnsubscribePage = route({
  method: 'GET',
  path: '/api/unsubscribe',
  audience: 'public',
  takes: 'one-click',
  rateLimit: 'none',
  query: unsubscribeLink,
  response: redirection,
  status: 303,
});

/**
 * Ends list mail to an email address, immediately and permanently; idempotent. `email` and `key` are in the query,
 * where a mail program sends its one-click form (RFC 8058), or in a JSON body. `link_invalid` where they do not match.
 * It has no rate limit: a mail provider calls it for all its readers from a few IP addresses, and without the key it
 * does nothing.
 */
export const unsubscribe = route({
  method: 'POST',
  path: '/api/unsubscribe',
  audience: 'public',
  takes: 'one-click',
  rateLimit: 'none',
  query: unsubscribeLink,
  body: unsubscribeLink,
  response: acknowledgement,
});

export const sendgridWebhook = route({
  method: 'POST',
  path: '/api/webhooks/sendgrid',
  audience: 'webhook',
  takes: 'signed',
  signedBy: ['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'],
  rateLimit: 'none',
  bodyLimit: 1024 * 1024,
  response: z.object({ received: z.boolean() }),
});

export const listSubscribers = route({
  method: 'GET',
  path: '/api/admin/newsletter-subscribers',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(newsletterSubscriber),
});

const byId = z.strictObject({ id: z.uuid() });

export const deleteSubscriber = route({
  method: 'DELETE',
  path: '/api/admin/newsletter-subscribers/:id',
  audience: 'admin',
  permission: 'people:write',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
