import * as z from 'zod/mini';
import { headerText } from '../../sendgrid/mailbox.ts';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/**
 * Acknowledges a message from the contact page to its sender. It does not repeat the message, because anybody may type another
 * person's address there, and this must not become a way to email strangers in the association's name.
 */
export const contactAcknowledgementEmail = emailTemplate({
  name: 'contact-acknowledgement',
  data: z.object({
    name: z.string(),
    /** Emails of the earlier release have it alone, and its processes read nothing else during an upgrade. */
    supportEmail: z.string(),
    replyTo: z.optional(z.string()),
  }),
  render: ({ name, supportEmail, replyTo }, site) => ({
    autoSubmitted: 'auto-replied' as const,
    // A reply goes where the message went.
    replyTo: { email: replyTo ?? supportEmail, name: site.associationName },
    ...plainEmail(site, {
      subject: 'We have your message',
      title: 'We have your message',
      preview: 'Somebody reads it and replies within 24 hours.',
      firstName: headerText(name),
      opening: `Thank you for writing to ${site.associationName}. Your message has arrived, and one of us replies to it within 24 hours.`,
      closing: 'If you want to add something, reply to this email.',
      reason: `You get this email because somebody wrote to ${site.associationName} on ${site.url}/contact and left this address. If that was not you, you can ignore it: nothing else follows.`,
    }),
  }),
});
