import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { headerText } from '../../sendgrid/mailbox.ts';
import { bothForms, Details, EmailFrame, Heading, Lines } from '../email-layout.tsx';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';

/** A message from the contact page, to the association. A reply goes to its sender. */
export const contactMessageEmail = emailTemplate({
  name: 'contact-message',
  data: z.object({ name: z.string(), email: z.string(), message: z.string(), writtenAt: instant() }),
  render: ({ name, email, message, writtenAt }, site) => {
    const sender = headerText(name);
    const rows = [
      ['From', sender],
      ['Email', email],
      ['Written', momentOf(writtenAt, site)],
    ] as const;
    const title = 'A message from the contact page';
    const reason = `Sent by the contact page of ${site.url}. A reply to this email goes to ${email}.`;
    return {
      // The visitor's, who gets the answers.
      autoSubmitted: 'no' as const,
      subject: `Contact: ${sender}`,
      replyTo: { email, name: sender },
      ...bothForms(
        <EmailFrame site={site} title={title} preview={message.slice(0, 120)} reason={reason}>
          <Details rows={rows} />
          <Heading>Message</Heading>
          <Lines text={message} />
        </EmailFrame>,
      ),
    };
  },
});
