import { type Html, html } from '../html.ts';
import { button, emailLayout, link, paragraph } from '../email-layout.ts';
import type { EmailSite, RenderedEmail } from '../email-template.ts';

export interface AccountEmail {
  readonly subject: string;
  readonly title: string;
  readonly preview: string;
  /** `null` where there is no account, or it has no name. */
  readonly firstName: string | null;
  readonly opening: string;
  readonly action?: { readonly label: string; readonly url: string; readonly terms: string };
  /** A link to another page instead of the button. */
  readonly otherwise?: { readonly before: string; readonly label: string; readonly url: string };
  readonly closing: string;
  readonly reason: string;
}

/** A short email about somebody's account, in both forms. */
export const accountEmail = (site: EmailSite, message: AccountEmail): RenderedEmail => {
  const { action, otherwise } = message;
  const name = message.firstName?.trim() ?? '';
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const signature = `The ${site.associationName} team`;
  const content: Html = html`
    ${paragraph(html`${greeting}`)}
    ${paragraph(html`${message.opening}`)}
    ${action === undefined ? '' : html`${button(action.url, action.label)}${paragraph(html`${action.terms}`)}`}
    ${otherwise === undefined ? '' : paragraph(html`${otherwise.before}${link(otherwise.url, otherwise.label)}.`)}
    ${paragraph(html`${message.closing}`)}
    ${paragraph(html`${signature}`)}`;
  const text = [
    greeting,
    message.opening,
    ...(action === undefined ? [] : [`${action.label}: ${action.url}\n${action.terms}`]),
    ...(otherwise === undefined ? [] : [`${otherwise.before}${otherwise.label}: ${otherwise.url}`]),
    message.closing,
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
  };
};
