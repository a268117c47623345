import type { issueLink } from '@lectern/contracts/identity/rpc';
import type { issueSessionEnd } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type * as z from 'zod/mini';
import type { Mailbox } from '../sendgrid/mailbox.ts';
import type { Accents } from './accents.ts';

/** Details of the association and its site that every email may show. */
export interface EmailSite {
  /** Without a trailing slash. */
  readonly url: string;
  readonly associationName: string;
  readonly accents: Accents;
  /** IANA time zone of dates. */
  readonly timeZone: string;
  /** The association's recurring Zoom meeting. */
  readonly zoomUrl: string | null;
  /** The association's postal address, for list mail. `null` in a local system without a configured one. */
  readonly postalAddress: string | null;
  /** The link that unsubscribes this address from list mail. */
  unsubscribeUrl(email: string): string;
}

/** A file attached to an email. */
export interface EmailAttachment {
  readonly filename: string;
  /** Its MIME type, without parameters. */
  readonly type: string;
  /** The file as text. */
  readonly content: string;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The recipient of a reply, where it is not the sender. */
  readonly replyTo?: Mailbox;
  /**
   * The header of RFC 3834: other programs do not answer what no person wrote, and ours drops it where it comes back. `auto-generated` where
   * it is missing; `no`, which sets no header, for what a person wrote.
   */
  readonly autoSubmitted?: 'auto-replied' | 'auto-generated' | 'no';
  /** For list mail: sets the headers of RFC 8058. The email shows the link as well. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly EmailAttachment[];
}

/**
 * A single-use link that an email carries. The ledger stores its recipient and purpose; identity issues the token at each try to
 * post, and no table stores it.
 */
export type EmailLink = RpcInput<typeof issueLink> | Pick<RpcInput<typeof issueSessionEnd>, 'sessionId'>;

/** Thrown by a template whose email is out of date, such as a link for a deleted account. The email is given up. */
export class EmailObsolete extends Error {
  override readonly name = 'EmailObsolete';
}

/** One kind of transactional email: its data and its rendering. Emails store the names, so these never change. */
export interface EmailTemplate<D extends z.ZodMiniType = z.ZodMiniType> {
  readonly name: string;
  readonly data: D;
  /** The link that the email carries, where it carries one. */
  link?(data: z.output<D>): EmailLink | null;
  /** The notice of an event that it contains: it is given up where that is out of date when it is posted. */
  notice?(data: z.output<D>): { readonly noticeId: string };
  /** `token` is that of the link; `null` where the email carries none, or where identity reports that it would not work (any more). */
  render(data: z.output<D>, site: EmailSite, token: string | null): RenderedEmail;
}

export type EmailData<T extends EmailTemplate> = z.output<T['data']>;

/** Declares a template. The identity function at run time. */
export const emailTemplate = <D extends z.ZodMiniType>(template: EmailTemplate<D>): EmailTemplate<D> => template;
