import { type Html, html } from '../html.ts';
import { button, details, emailLayout, link, paragraph } from '../email-layout.ts';
import type { EmailAttachment, EmailSite, RenderedEmail } from '../email-template.ts';

export interface PlainEmail {
  readonly subject: string;
  readonly title: string;
  /** The preview text that a mailbox shows beside the subject. */
  readonly preview: string;
  readonly firstName: string;
  readonly opening: readonly string[];
  /** The subject matter as a short table. */
  readonly details: readonly (readonly [name: string, value: string])[];
  readonly action?: { readonly label: string; readonly url: string; readonly terms: string };
  readonly closing: readonly string[];
  /** Why the reader gets this email. */
  readonly reason: string;
  readonly attachments?: readonly EmailAttachment[];
}

/** Turns the site's URLs in trusted sentences into links. */
const withLinks = (sentences: string, site: EmailSite): Html => {
  const parts = sentences.split(/(https?:\/\/\S*[^\s.,:;)])/);
  return html`${parts.map((part) => (part.startsWith(`${site.url}/`) ? link(part, part.replace(/^https?:\/\//, '')) : html`${part}`))}`;
};

/** An email with a greeting, a few sentences, a table of details, and at most one action; in both forms. */
export const plainEmail = (site: EmailSite, message: PlainEmail): RenderedEmail => {
  const { action } = message;
  const name = message.firstName.trim();
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const signature = `The ${site.associationName} team`;
  const content: Html = html`
    ${paragraph(html`${greeting}`)}
    ${message.opening.map((sentences) => paragraph(html`${sentences}`))}
    ${details(message.details)}
    ${action === undefined ? '' : html`${button(action.url, action.label)}${paragraph(html`${action.terms}`)}`}
    ${message.closing.map((sentences) => paragraph(withLinks(sentences, site)))}
    ${paragraph(html`${signature}`)}`;
  const text = [
    greeting,
    ...message.opening,
    ...(message.details.length === 0 ? [] : [message.details.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}\n${action.terms}`]),
    ...message.closing,
    signature,
    `--\n${message.reason}`,
  ].join('\n\n');
  return {
    subject: message.subject,
    html: emailLayout({
      associationName: site.associationName,
      siteUrl: site.url,
      title: message.title,
      preview: message.preview,
      content,
      reason: message.reason,
    }),
    text: `${text}\n`,
    ...(message.attachments === undefined ? {} : { attachments: message.attachments }),
  };
};
