import { Marked, type Token, type Tokens } from 'marked';
import { VISIBLE } from '../fields.ts';
import type { ArticleHeading } from './editorial.ts';
import { urlOf } from '../url.ts';
import { PICTURE_FORMATS, pictureAt, pictureFile, pictureWidths, type StoredPicture } from './picture.ts';
import { typographic } from './typographic.ts';

export interface RenderedArticle {
  readonly html: string;
  readonly text: string;
  readonly words: number;
  readonly toc: readonly ArticleHeading[];
  /** Parts that are not shown as written, each as the end of a sentence about the article. */
  readonly problems: readonly string[];
  /** The pictures that are shown, each once. */
  readonly pictures: readonly StoredPicture[];
  /** Whether a picture is left out because it has no alt text. */
  readonly lacksAltText: boolean;
}

const NOTE = /^Note:\s*/;
/** A placeholder site for reading a path as browsers do: they read `/\\` as `//`, and drop line breaks. */
const HERE = 'https://here.invalid';
/** Whether an address begins with a name to log in with, which looks like the host. */
const hasUser = (href: string): boolean => /^https:\/\/[^/?#\\]*@/.test(href);

/** The links that an article may contain: https, mailto, this page, or a path of this site. */
const isSafeAddress = (href: string): boolean =>
  /^(?:mailto:|#)/.test(href) ||
  (href.startsWith('https://') && !hasUser(href)) ||
  (href.startsWith('/') && urlOf(href, HERE)?.origin === HERE);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** The text of a token as written: marked leaves entities in it. */
export const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The words of tokens, without marks. */
export const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((row) => row.map((cell) => wordsOf(cell.tokens)).join(' ')).join('\n');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => wordsOf(item.tokens)).join('\n');
      if (token.type === 'br') return ' ';
      if (token.type === 'space' || token.type === 'hr') return '';
      if ('tokens' in token && Array.isArray(token.tokens)) {
        const isBlock = token.type === 'blockquote';
        return isBlock ? wordsOf(token.tokens).replaceAll('\n\n', '\n') : wordsOf(token.tokens);
      }
      return 'text' in token && typeof token.text === 'string' ? plain(token.text) : '';
    })
    .join(tokens.some(isBlockToken) ? '\n\n' : '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const isBlockToken = (token: Token): boolean =>
  ['paragraph', 'heading', 'list', 'table', 'blockquote', 'space', 'code'].includes(token.type);

const ANCHOR_MAX = 200;

/** The form of a heading in an address. */
export const anchorOf = (title: string): string =>
  title
    // Longer headings appear in no URL, and could take seconds: normalization orders marks one by one.
    .slice(0, ANCHOR_MAX)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'part';

/** Ids by which the page itself finds its parts (web/index.html, web/src/lib/snapshot.ts). */
const TAKEN_IDS = ['root', 'main', 'snapshot'];

/** An article that was typed into a form, which is not typeset yet. */
export const renderTypedArticle = (markdown: string): RenderedArticle =>
  // The title of a link is not shown; removed, so that its quotation marks are not typeset.
  renderArticle(
    typographic(
      markdown
        .replaceAll('\r\n', '\n')
        .replace(/(\]\([^\s()]+)\s+(?:"[^"\n]*"|'[^'\n]*')\)/g, '$1)')
        .trim(),
    ),
  );

/**
 * Markdown as HTML that is safe to insert, whatever its author wrote. HTML in the text, pictures that were not uploaded or have no alt
 * text, and links other than to the web or this site are left out and reported as problems; so are headings of levels other than 2 and 3, which
 * become the nearer one. `> Note: …` becomes `<aside class="note">`; a table is wrapped in a `<div class="table">` that
 * may scroll.
 */
export const renderArticle = (markdown: string): RenderedArticle => {
  const problems: string[] = [];
  const opened = new Set<string>();
  const pictures = new Map<string, StoredPicture>();
  let lacksAltText = false;
  const toc: ArticleHeading[] = [];
  const anchors = new Set<string>(TAKEN_IDS);
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      html: ({ raw }) => {
        const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(raw.trim()) ?? [];
        // The end of an element that is reported already.
        if (slash === '/' && opened.has(name.toLowerCase())) return '';
        opened.add(name.toLowerCase());
        problems.push(`has HTML of its own, which cannot be shown: ${raw.trim().slice(0, 60)}`);
        return '';
      },
      image: ({ href, text }) => {
        const picture = pictureAt(href);
        if (picture === null) {
          problems.push(`has a picture that was not uploaded here, which cannot be shown: ${href}`);
          return '';
        }
        const alt = plain(text).trim();
        if (alt === '' || !VISIBLE.test(alt)) {
          lacksAltText = true;
          problems.push(`has a picture without alt text, which is not shown: ${href}`);
          return '';
        }
        pictures.set(href, picture);
        return pictureHtml(picture, alt);
      },
      heading({ tokens, depth }) {
        const title = wordsOf(tokens);
        if (depth !== 2 && depth !== 3) problems.push(`has a heading of level ${depth}; use ## and ###: ${title}`);
        const level = depth <= 2 ? 2 : 3;
        let id = anchorOf(title);
        for (let count = 2; anchors.has(id); count += 1) id = `${anchorOf(title)}-${count}`;
        anchors.add(id);
        toc.push({ id, title, level });
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        if (!isSafeAddress(href)) {
          problems.push(`leads to ${href}; https, mailto, pages and headings of this site are allowed`);
          return this.parser.parseInline(tokens);
        }
        const rel = href.startsWith('https://') ? ' rel="noopener"' : '';
        return `<a href="${escape(href)}"${rel}>${this.parser.parseInline(tokens)}</a>`;
      },
      // A checkbox would be a form field without a name.
      checkbox: () => '',
      list({ ordered, start, items }) {
        const tag = ordered ? 'ol' : 'ul';
        const attributes = `${ordered && start !== 1 && start !== '' ? ` start="${start}"` : ''}${items.every(({ task }) => task) ? ' class="checklist"' : ''}`;
        return `<${tag}${attributes}>\n${items.map((item) => this.listitem(item)).join('')}</${tag}>\n`;
      },
      blockquote({ tokens }) {
        const [first] = tokens;
        if (first?.type !== 'paragraph' || !NOTE.test(wordsOf([first])))
          return `<blockquote>\n${this.parser.parse(tokens)}</blockquote>\n`;
        return `<aside class="note" role="note">\n${this.parser.parse(withoutNote(tokens))}</aside>\n`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td'): string =>
          row
            .map(
              (cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${this.parser.parseInline(cell.tokens)}</${tag}>`,
            )
            .join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n<thead><tr>${cells(token.header, 'th')}</tr></thead>\n<tbody>\n${body}</tbody>\n</table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens).trim();
  const text = wordsOf(tokens);
  return {
    html,
    text,
    words: text.split(/\s+/).filter((word) => /\w/.test(word)).length,
    toc,
    problems,
    pictures: [...pictures.values()],
    lacksAltText,
  };
};

/** How wide an article's column is (web, `article-text.module.css`). */
const SIZES = '(min-width: 75rem) 39rem, (min-width: 48rem) 43rem, calc(100vw - 2.25rem)';

/** Both formats in every stored width, with the space that the picture needs. */
const pictureHtml = ({ id, width, height }: StoredPicture, alt: string): string => {
  const widths = pictureWidths(width);
  const sources = PICTURE_FORMATS.map(
    (format) =>
      `<source type="image/${format}" srcset="${widths.map((each) => `${pictureFile(id, each, format)} ${each}w`).join(', ')}" sizes="${SIZES}">`,
  );
  return `<picture>${sources.join('')}<img src="${pictureFile(id, width, 'webp')}" width="${width}" height="${height}" alt="${escape(alt)}" loading="lazy" decoding="async"></picture>`;
};

/** The paragraphs of a note without its leading keyword. */
const withoutNote = ([first, ...others]: Token[]): Token[] => {
  const paragraph = first as Tokens.Paragraph;
  const [opening, ...rest] = paragraph.tokens;
  if (opening === undefined) return others;
  const text = plain((opening as Tokens.Text).text).replace(NOTE, '');
  return [{ ...paragraph, tokens: [{ ...opening, text: escape(text), escaped: true }, ...rest] }, ...others];
};
