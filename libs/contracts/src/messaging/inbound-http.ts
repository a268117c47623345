import * as z from 'zod/mini';
import { route } from '../route.ts';

/** An email with larger attachments is not received; the provider drops it. */
const EMAIL_BYTES = 2 * 1024 * 1024;

/**
 * SendGrid posts an email that it received for us (inbound parse): an answer to a reply of staff. 200 also for an email that belongs to
 * no conversation, so that the provider neither repeats nor returns it.
 */
export const sendgridInbound = route({
  method: 'POST',
  path: '/api/webhooks/sendgrid/inbound',
  audience: 'webhook',
  takes: 'signed-form',
  signedBy: ['x-twilio-email-event-webhook-signature', 'x-twilio-email-event-webhook-timestamp'],
  rateLimit: 'none',
  bodyLimit: EMAIL_BYTES,
  response: z.object({ received: z.boolean() }),
});
