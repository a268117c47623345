import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { headerText } from '../../sendgrid/mailbox.ts';
import { html } from '../html.ts';
import { details, heading, emailLayout, paragraph } from '../email-layout.ts';
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
    const lines = message.split(/\r\n|[\n\r\u2028\u2029]/);
    return {
      subject: `Contact: ${sender}`,
      replyTo: { email, name: sender },
      html: emailLayout({
        associationName: site.associationName,
        siteUrl: site.url,
        title,
        preview: lines[0]!.slice(0, 120),
        content: html`
          ${details(rows)}
          ${heading('Message')}
          ${paragraph(html`${lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}`)}`,
        reason,
      }),
      text: `${title}\n\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${lines.join('\n')}\n\n--\n${reason}\n`,
    };
  },
});
