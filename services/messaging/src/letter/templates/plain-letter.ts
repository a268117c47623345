import { type Html, html } from '../html.ts';
import { button, facts, letterLayout, link, paragraph } from '../letter-layout.ts';
import type { LetterAttachment, LetterSite, RenderedLetter } from '../letter-template.ts';

export interface PlainLetter {
  readonly subject: string;
  readonly title: string;
  /** What a mailbox shows beside the subject. */
  readonly preview: string;
  readonly firstName: string;
  readonly opening: readonly string[];
  /** What it is about, in short. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly action?: { readonly label: string; readonly url: string; readonly terms: string };
  readonly closing: readonly string[];
  /** Why the reader gets this letter. */
  readonly reason: string;
  readonly attachments?: readonly LetterAttachment[];
}

/** Sentences of ours, in which addresses of the site can be pressed. */
const withLinks = (sentences: string, site: LetterSite): Html => {
  const parts = sentences.split(/(https?:\/\/\S*[^\s.,:;)])/);
  return html`${parts.map((part) => (part.startsWith(`${site.url}/`) ? link(part, part.replace(/^https?:\/\//, '')) : html`${part}`))}`;
};

/** A letter with a greeting, a few sentences, a table of what it is about, and at most one thing to do; in both forms. */
export const plainLetter = (site: LetterSite, letter: PlainLetter): RenderedLetter => {
  const { action } = letter;
  const name = letter.firstName.trim();
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`;
  const signature = `The ${site.associationName} team`;
  const content: Html = html`
    ${paragraph(html`${greeting}`)}
    ${letter.opening.map((sentences) => paragraph(html`${sentences}`))}
    ${facts(letter.facts)}
    ${action === undefined ? '' : html`${button(action.url, action.label)}${paragraph(html`${action.terms}`)}`}
    ${letter.closing.map((sentences) => paragraph(withLinks(sentences, site)))}
    ${paragraph(html`${signature}`)}`;
  const text = [
    greeting,
    ...letter.opening,
    letter.facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}\n${action.terms}`]),
    ...letter.closing,
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
    ...(letter.attachments === undefined ? {} : { attachments: letter.attachments }),
  };
};
