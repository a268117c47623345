import { bothForms, Button, Details, EmailFrame, Link, Paragraph, type Rows } from '../email-layout.tsx';
import type { EmailAttachment, EmailSite, RenderedEmail } from '../email-template.ts';

export interface PlainEmail {
  readonly subject: string;
  readonly title: string;
  /** The preview text that a mailbox shows beside the subject. */
  readonly preview: string;
  /** `null` where there is no account, or it has no name. */
  readonly firstName: string | null;
  readonly opening: string | readonly string[];
  /** The subject matter as a short table. */
  readonly details?: Rows;
  readonly action?: { readonly label: string; readonly url: string; readonly terms: string };
  /** A link to another page instead of the button. */
  readonly otherwise?: { readonly before: string; readonly label: string; readonly url: string };
  readonly closing: string | readonly string[];
  /** Why the reader gets this email. */
  readonly reason: string;
  readonly attachments?: readonly EmailAttachment[];
}

/** Paragraphs of trusted sentences. The site's URLs in them are links. */
const paragraphs = (texts: string | readonly string[], site: EmailSite) =>
  [texts].flat().map((sentences: string) => (
    <Paragraph key={sentences}>
      {sentences.split(/(https?:\/\/\S*[^\s.,:;)])/).map((part, index) =>
        part.startsWith(`${site.url}/`) ? (
          <Link key={index} href={part}>
            {part}
          </Link>
        ) : (
          part
        ),
      )}
    </Paragraph>
  ));

/** An email with a greeting, a few sentences, a table of details, and at most one action; in both forms. */
export const plainEmail = (site: EmailSite, message: PlainEmail): RenderedEmail => {
  const { subject, title, preview, details, action, otherwise, reason, attachments } = message;
  const name = message.firstName?.trim() ?? '';
  return {
    subject,
    ...bothForms(
      <EmailFrame site={site} title={title} preview={preview} reason={reason}>
        <Paragraph>{name === '' ? 'Hello,' : `Hello ${name},`}</Paragraph>
        {paragraphs(message.opening, site)}
        {details !== undefined && <Details rows={details} />}
        {action !== undefined && (
          <>
            <Button href={action.url}>{action.label}</Button>
            <Paragraph>{action.terms}</Paragraph>
          </>
        )}
        {otherwise !== undefined && (
          <Paragraph>
            {otherwise.before}
            <Link href={otherwise.url}>{otherwise.label}</Link>.
          </Paragraph>
        )}
        {paragraphs(message.closing, site)}
        <Paragraph>{`The ${site.associationName} team`}</Paragraph>
      </EmailFrame>,
    ),
    attachments,
  };
};
