import type { MailDataRequired } from '@sendgrid/mail';
import { headerText, type Mailbox, safeMailbox } from './mailbox.ts';

/** What is posted of a single letter. */
export interface LetterContents {
  readonly to: Mailbox;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly replyTo?: Mailbox;
  /** One-click unsubscribing (RFC 8058), for list mail. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly { readonly filename: string; readonly type: string; readonly content: string }[];
}

type Message = Pick<MailDataRequired, 'headers' | 'attachments'> & {
  to: Mailbox;
  from: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
};

/** A single letter in the words of the provider's library. Pure. */
export const letterMessage = (letter: LetterContents, from: Mailbox): Message => ({
  to: letter.to,
  from,
  ...(letter.replyTo === undefined ? {} : { replyTo: safeMailbox(letter.replyTo) }),
  ...(letter.unsubscribeUrl === undefined
    ? {}
    : {
        headers: {
          'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
  subject: headerText(letter.subject),
  text: letter.text,
  html: letter.html,
  ...(letter.attachments === undefined || letter.attachments.length === 0
    ? {}
    : {
        attachments: letter.attachments.map(({ filename, type, content }) => ({
          filename,
          type,
          content: Buffer.from(content).toString('base64'),
          disposition: 'attachment',
        })),
      }),
});
