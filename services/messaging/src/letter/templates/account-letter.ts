import { type Html, html } from '../html.ts';
import { button, letterLayout, link, paragraph } from '../letter-layout.ts';
import type { LetterSite, RenderedLetter } from '../letter-template.ts';

export interface AccountLetter {
  readonly subject: string;
  readonly title: string;
  readonly preview: string;
  /** `null` where there is no account, or it has no name. */
  readonly firstName: string | null;
  readonly opening: string;
  readonly action?: { readonly label: string; readonly url: string; readonly terms: string };
  /** A page to go on to instead. */
  readonly otherwise?: { readonly before: string; readonly label: string; readonly url: string };
  readonly closing: string;
  readonly reason: string;
}

/** A short letter about somebody's account, in both forms. */
export const accountLetter = (site: LetterSite, letter: AccountLetter): RenderedLetter => {
  const { action, otherwise } = letter;
  const name = letter.firstName?.trim() ?? '';
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const signature = `The ${site.associationName} team`;
  const content: Html = html`
    ${paragraph(html`${greeting}`)}
    ${paragraph(html`${letter.opening}`)}
    ${action === undefined ? '' : html`${button(action.url, action.label)}${paragraph(html`${action.terms}`)}`}
    ${otherwise === undefined ? '' : paragraph(html`${otherwise.before}${link(otherwise.url, otherwise.label)}.`)}
    ${paragraph(html`${letter.closing}`)}
    ${paragraph(html`${signature}`)}`;
  const text = [
    greeting,
    letter.opening,
    ...(action === undefined ? [] : [`${action.label}: ${action.url}\n${action.terms}`]),
    ...(otherwise === undefined ? [] : [`${otherwise.before}${otherwise.label}: ${otherwise.url}`]),
    letter.closing,
    signature,
    `--\n${letter.reason}`,
  ].join('\n\n');
  return {
    subject: letter.subject,
    html: letterLayout({
      associationName: site.associationName,
      siteUrl: site.url,
      title: letter.title,
      preview: letter.preview,
      content,
      reason: letter.reason,
    }),
    text: `${text}\n`,
  };
};
