import type { MailDataRequired } from '@sendgrid/mail';
import { headerText, type Mailbox, safeMailbox } from './mailbox.ts';

/** The contents of an email as it is posted. */
export interface EmailContents {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly replyTo?: Mailbox;
  /** The header of RFC 3834; `no`, as without it, sets none. */
  readonly autoSubmitted?: string;
  /** One-click unsubscribing (RFC 8058), for list mail. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly { readonly filename: string; readonly type: string; readonly content: string }[];
}

type Message = Pick<MailDataRequired, 'headers' | 'attachments'> & {
  from: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
};

const headersOf = ({ autoSubmitted, unsubscribeUrl }: EmailContents): Pick<Message, 'headers'> => {
  const headers = {
    ...(autoSubmitted !== undefined && autoSubmitted !== 'no' && { 'Auto-Submitted': autoSubmitted }),
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
};

/** An email, without its recipients, in the format of the provider's library. Pure. */
export const emailMessage = (message: EmailContents, from: Mailbox): Message => ({
  from,
  ...(message.replyTo === undefined ? {} : { replyTo: safeMailbox(message.replyTo) }),
  ...headersOf(message),
  subject: headerText(message.subject),
  text: message.text,
  html: message.html,
  ...(message.attachments === undefined || message.attachments.length === 0
    ? {}
    : {
        attachments: message.attachments.map(({ filename, type, content }) => ({
          filename,
          type,
          content: Buffer.from(content).toString('base64'),
          disposition: 'attachment',
        })),
      }),
});
