import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, pageWith, PERSON } from '../route-docs/samples.ts';
import type * as http from './http.ts';

const { email } = PERSON;
const link = { email, key: 'k7Qd2mXfV3rA9tZh' };

export const messagingDocs = {
  subscribeToNewsletter: {
    summary: 'Subscribes an email address to the newsletter.',
    description: 'A repeated sign-up answers the same and changes nothing.',
    body: { email, source: 'footer' },
    response: { message: 'Success! You are subscribed to our newsletter.' },
  },
  sendContactMessage: {
    summary: 'Sends a message to the association.',
    description:
      'The sender gets a confirmation by email. Staff see whether a member wrote it, signed in and from their verified address.',
    body: { name: 'Sample Person', email, message: 'When does the next tournament begin?' },
    response: { message: 'Message sent successfully! We reply within 24 hours.' },
  },
  requestStarterKit: {
    summary: 'Emails a link to the starter kit and subscribes the address to the newsletter.',
    description: 'Emails an address at most once in ten minutes; the answer is always the same.',
    body: { email },
    response: { message: 'Starter kit sent! Check your email for the link.' },
  },
  openUnsubscribePage: {
    summary: 'Redirects the unsubscribe link of an email to the page on which a person decides.',
    description:
      'Changes nothing, because mail programs follow links by themselves. A failure redirects to that page too.',
    query: link,
    response: { redirectTo: `https://example.org/unsubscribe?${new URLSearchParams(link).toString()}` },
  },
  unsubscribe: {
    summary: 'Unsubscribes an email address from every list.',
    description:
      '`email` and `key` are those of the link in an email. They may be in the query, where a mail program sends its one-click form (RFC 8058), or in the body.',
    errors: ['link_invalid'],
    query: link,
    body: link,
    response: { message: 'You are unsubscribed. We send no more newsletters or announcements to this address.' },
  },
  sendgridWebhook: {
    summary: 'Receives events of SendGrid.',
    description: 'The signature covers the body byte for byte. A 200 means that the events are stored.',
    body: [{ event: 'delivered', email, sg_event_id: 'sample-event', timestamp: 1_772_384_400 }],
    response: { received: true },
  },
  listSubscribers: {
    summary: 'Lists the newsletter subscribers, newest first.',
    query: { limit: 50, q: 'sample' },
    response: pageWith({
      id: ID,
      email,
      source: 'footer',
      tags: ['footer'],
      isActive: true,
      status: 'active' as const,
      subscribedAt: MARCH_1,
    }),
  },
  deleteSubscriber: {
    summary: 'Deletes a newsletter subscriber.',
    description: 'An opt-out of the email address stays.',
    params: { id: ID },
    response: { message: 'The subscriber has been deleted.' },
  },
} satisfies DocsOf<typeof http>;
