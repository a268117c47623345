import * as z from 'zod/mini';
import { acknowledgement, email, LINE_MAX, MESSAGES, requiredLine, TEXT_MAX } from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import { emailCampaign, newsletterSubscriber, targetAudience } from './model.ts';

export const newsletterForm = z.strictObject({
  email: email('Please enter a valid email address.'),
  source: z.optional(z.enum(['homepage', 'resources', 'footer', 'blog'])),
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

export const contactForm = z.strictObject({
  name: requiredLine('Please fill out all fields.'),
  email: email('Please enter a valid email address.'),
  message: z
    .string({ error: 'Please fill out all fields.' })
    .check(
      z.trim(),
      z.minLength(10, 'Please provide a more detailed message.'),
      z.maxLength(TEXT_MAX, MESSAGES.tooLong),
    ),
});

export const sendContactMessage = route({
  method: 'POST',
  path: '/api/contact',
  audience: 'public',
  rateLimit: 'write',
  body: contactForm,
  response: acknowledgement,
  status: 201,
});

export const requestStarterKit = route({
  method: 'POST',
  path: '/api/starter-kit',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ email: email('Please enter a valid email address.') }),
  response: acknowledgement,
});

export const sendgridWebhook = route({
  method: 'POST',
  path: '/api/webhooks/sendgrid',
  audience: 'webhook',
  rateLimit: 'none',
  bodyLimit: 5 * 1024 * 1024,
  response: z.object({ received: z.boolean() }),
});

export const campaignForm = z.strictObject({
  name: requiredLine('Campaign name is required', LINE_MAX),
  subject: requiredLine('Subject is required', LINE_MAX),
  content: z
    .string({ error: 'Content is required' })
    .check(z.trim(), z.minLength(1, 'Content is required'), z.maxLength(1024 * 1024, MESSAGES.tooLong)),
  targetAudience,
});
const CAMPAIGN_BODY_LIMIT = 1024 * 1024 + 16 * 1024;

export const listCampaigns = route({
  method: 'GET',
  path: '/api/admin/email-campaigns',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(emailCampaign),
});

export const createCampaign = route({
  method: 'POST',
  path: '/api/admin/email-campaigns',
  audience: 'admin',
  rateLimit: 'none',
  body: campaignForm,
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: emailCampaign,
  status: 201,
});

const byId = z.strictObject({ id: z.uuid() });

export const sendCampaign = route({
  method: 'POST',
  path: '/api/admin/email-campaigns/:id/send',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});

/** Goes to the configured test address, or to the signed-in administrator. */
export const sendTestCampaign = route({
  method: 'POST',
  path: '/api/admin/email-campaigns/test',
  audience: 'admin',
  rateLimit: 'none',
  body: campaignForm,
  bodyLimit: CAMPAIGN_BODY_LIMIT,
  response: acknowledgement,
});

export const listSubscribers = route({
  method: 'GET',
  path: '/api/admin/newsletter-subscribers',
  audience: 'admin',
  rateLimit: 'none',
  query: listQuery,
  response: listOrPage(newsletterSubscriber),
});

export const deleteSubscriber = route({
  method: 'DELETE',
  path: '/api/admin/newsletter-subscribers/:id',
  audience: 'admin',
  rateLimit: 'none',
  params: byId,
  response: acknowledgement,
});
