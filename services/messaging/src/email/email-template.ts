import type { issueLink } from '@lectern/contracts/identity/rpc';
import type { issueSessionEnd } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type * as z from 'zod/mini';
import type { Mailbox } from '../sendgrid/mailbox.ts';

/** What every email may say of the association and its site. */
export interface EmailSite {
  /** No slash at its end. */
  readonly url: string;
  readonly associationName: string;
  /** IANA zone in which dates are told. */
  readonly timeZone: string;
  /** The standing meeting of the association. */
  readonly zoomUrl: string;
  /** Where the association can be written to on paper, for list mail. `null` in a local system that was told none. */
  readonly postalAddress: string | null;
  /** The link with which this address ends list mail to it. */
  unsubscribeUrl(email: string): string;
}

/** A file that hangs on an email. */
export interface EmailAttachment {
  readonly filename: string;
  /** Its MIME type, without parameters. */
  readonly type: string;
  /** As text. */
  readonly content: string;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Who gets a reply, where it is not the sender. */
  readonly replyTo?: Mailbox;
  /** Of list mail: becomes the headers of RFC 8058. It stands in the email as well. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly EmailAttachment[];
}

/**
 * A single-use link that an email carries. The ledger keeps whom it is for and what for; the token is asked of identity for
 * each try to post, and stands nowhere but in the mail.
 */
export type EmailLink = RpcInput<typeof issueLink> | Pick<RpcInput<typeof issueSessionEnd>, 'sessionId'>;

/** Thrown by a template where there is nothing to say any more, such as a link for an account that is gone. The email is given up. */
export class EmailObsolete extends Error {
  override readonly name = 'EmailObsolete';
}

/** One kind of transactional email: what it needs to know, and how it reads. Names are stored with emails; they stay. */
export interface EmailTemplate<D extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: D;
  /** The link that the email carries, where it carries one. */
  link?(data: z.output<D>): EmailLink | null;
  /** `token` is that of the link; `null` where none is carried, or where identity says that it would lead nowhere (any more). */
  render(data: z.output<D>, site: EmailSite, token: string | null): RenderedEmail;
}

export type EmailData<T extends EmailTemplate> = z.output<T['data']>;

/** Declares a template. Identity at run time. */
export const emailTemplate = <D extends z.ZodMiniType>(template: EmailTemplate<D>): EmailTemplate<D> => template;
