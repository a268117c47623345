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
import { route } from '../route.ts';
import { newsletterSubscriber } from './model.ts';

export const newsletterForm = z.strictObject({
  email: email('Please enter a valid email address.'),
  /** Which form it was: `homepage` unless said. */
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

const allFields = 'Please fill out all fields.';
const MESSAGE_MIN = 10;

export const contactForm = z.strictObject({
  name: personName(allFields),
  // An empty field is a missing one before it is a wrong address or a short message.
  email: z.pipe(requiredLine(allFields, TEXT_MAX), email('Please enter a valid email address.')),
  message: z
    .string({ error: allFields })
    .check(
      z.trim(),
      z.minLength(1, allFields),
      z.minLength(MESSAGE_MIN, 'Please provide a more detailed message.'),
      z.maxLength(TEXT_MAX, MESSAGES.tooLong),
    ),
});

/** Stored, mailed to the association with the sender as its reply address, and acknowledged to the sender. */
export const sendContactMessage = route({
  method: 'POST',
  path: '/api/contact',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  body: contactForm,
  response: acknowledgement,
  status: 201,
});

/** Mails a link to the starter kit, at most once in ten minutes to an address, and subscribes it. Answers always alike. */
export const requestStarterKit = route({
  method: 'POST',
  path: '/api/starter-kit',
  audience: 'public',
  rateLimit: 'write',
  idempotent: true,
  body: z.strictObject({ email: email('Please enter a valid email address.') }),
  response: acknowledgement,
});

/** What an unsubscribe link carries: an address, and the proof that it stood in an email to it. */
const unsubscribeLink = z.object({
  email: z.optional(z.string().check(z.maxLength(EMAIL_MAX))),
  key: z.optional(z.string().check(z.maxLength(100))),
});

/**
 * The unsubscribe link of an email, followed by a person or looked at by a mail program. It changes nothing and leads to the
 * page `/unsubscribe` with the same `email` and `key`, where a person decides.
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
 * Ends list mail to an address, at once and for good; idempotent. `email` and `key` stand in the query, as a mail program sends
 * its one-click form there (RFC 8058), or in a JSON body. `link_invalid` when they do not belong together. It has no limit of
 * calls: a mail program asks for all its readers from a few addresses, and without the key nothing is done.
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
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(newsletterSubscriber),
});

const byId = z.strictObject({ id: z.uuid() });

export const deleteSubscriber = route({
  method: 'DELETE',
  path: '/api/admin/newsletter-subscribers/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
