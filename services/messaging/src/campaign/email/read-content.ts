import { Marked } from 'marked';
import { type Format, type Group, isLinkAddress, isPictureAddress, type Leaf, type Piece } from './email-content.ts';
import { htmlTokens, type HtmlToken } from './html-tokens.ts';

export interface ReadContent {
  readonly message: Group;
  /** The parts that are left out or changed, each a sentence. */
  readonly notes: readonly string[];
}

/** Content that begins with one of these is HTML as a whole, in which lines and indents mean nothing. */
const BEGINS_AS_HTML =
  /^\s*<(?:!doctype|!--|html|head|body|table|div|center|section|article|header|main|p|h[1-6]|ul|ol|blockquote|style)[\s>]/i;

/**
 * Reads typed content, Markdown or HTML, into an email. Markdown is converted to HTML first, and of HTML only the parts that
 * `email-content.ts` can express are taken, so the rest of it does not matter. `siteUrl` completes relative URLs such as
 * `/tournaments`. May take minutes for a hostile text: see `readMarkdown`.
 */
export const readContent = (content: string, siteUrl: string): ReadContent => {
  const reader = new EmailReader(siteUrl);
  const source = BEGINS_AS_HTML.test(content)
    ? content
    : new Marked({ gfm: true, async: false }).parse(content, { async: false });
  for (const token of htmlTokens(source)) reader.take(token);
  return { message: reader.message, notes: [...reader.notes] };
};

const FORMATS: Readonly<Record<string, Exclude<Format, { kind: 'link' }>['kind']>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  cite: 'em',
  del: 'del',
  s: 'del',
  strike: 'del',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  sub: 'sub',
  sup: 'sup',
};
const LEAVES: Readonly<Record<string, Leaf['tag']>> = {
  p: 'p',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  pre: 'pre',
};
const GROUPS = new Set(['blockquote', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th'] as const);
type GroupTag = Exclude<Group['tag'], 'email'>;
/** Elements without a meaning of their own that end the paragraph around them. */
const BREAKING = new Set([
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'nav',
  'center',
  'figure',
  'figcaption',
  'address',
  'dl',
  'dt',
  'dd',
  'thead',
  'tbody',
  'tfoot',
  'caption',
  'html',
  'body',
  'head',
  'form',
  'fieldset',
  'details',
  'summary',
]);
/** Elements of which only the text matters; leaving them out needs no note. */
const SILENT = new Set([
  'span',
  'font',
  'u',
  'small',
  'big',
  'ins',
  'mark',
  'abbr',
  'time',
  'q',
  'wbr',
  'meta',
  'link',
  'col',
  'colgroup',
  'label',
  'tt',
  'o:p',
  'style',
  'title',
]);

/** Groups nested deeper than this are flattened, because no screen has room for them; their content stays. */
const DEPTH_MAX = 12;
const FORMATS_MAX = 12;
const NOTES_MAX = 20;

interface Opened {
  readonly tag: GroupTag | 'email';
  readonly group: Group;
  /** The formats that were open before. Formats that are opened within end with it. */
  readonly formats: readonly Format[];
}

/** Builds an email from tags in any order: an unclosed element ends with its parent, and a stray closing tag does nothing. */
class EmailReader {
  readonly message: Group = { kind: 'group', tag: 'email', blocks: [] };
  readonly notes = new Set<string>();
  private readonly opened: Opened[] = [{ tag: 'email', group: this.message, formats: [] }];
  /** Open elements of each kind, so that a stray closing tag costs nothing. */
  private readonly counts = new Map<string, number>();
  private leaf: Leaf | null = null;
  private formats: readonly Format[] = [];
  private beforeLeaf: readonly Format[] = [];

  constructor(private readonly siteUrl: string) {}

  take(token: HtmlToken): void {
    switch (token.kind) {
      case 'text':
        return this.text(token.text);
      case 'open':
        return this.open(token.name, token.attributes);
      case 'close':
        return this.close(token.name);
      case 'dropped':
        if (!SILENT.has(token.name)) this.note(`<${token.name}> is left out, with what stands in it.`);
        if (token.name === 'style')
          this.note('Styles of your own are left out: the email has the look of the association.');
    }
  }

  private get top(): Opened {
    return this.opened.at(-1)!;
  }

  private note(sentence: string): void {
    if (this.notes.size < NOTES_MAX) this.notes.add(sentence);
  }

  private text(text: string): void {
    if (this.leaf?.tag === 'pre') return this.add({ kind: 'text', text, formats: this.formats });
    const flowing = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const last = this.leaf?.pieces.at(-1);
    const isAfterSpace =
      last === undefined || last.kind === 'break' || (last.kind === 'text' && last.text.endsWith(' '));
    const shown = isAfterSpace ? flowing.trimStart() : flowing;
    if (shown === '' || (shown === ' ' && this.leaf === null)) return;
    this.add({ kind: 'text', text: shown, formats: this.formats });
  }

  /** Adds to the open paragraph, or opens one. */
  private add(piece: Piece): void {
    if (this.leaf === null) {
      this.makeRoom();
      this.openLeaf('bare');
    }
    this.leaf!.pieces.push(piece);
  }

  private open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.noteAttributes(name, attributes);
    const format = FORMATS[name];
    const leaf = LEAVES[name];
    if (format !== undefined) return this.openFormat({ kind: format });
    if (leaf !== undefined) {
      this.endLeaf();
      this.makeRoom();
      return this.openLeaf(leaf);
    }
    if (GROUPS.has(name as GroupTag)) return this.openGroup(name as GroupTag, attributes);
    switch (name) {
      case 'a':
        return this.openLink(attributes.get('href') ?? '');
      case 'img':
        return this.picture(attributes);
      case 'br':
        return this.add({ kind: 'break', formats: this.formats });
      case 'hr':
        this.endLeaf();
        this.makeRoom();
        this.top.group.blocks.push({ kind: 'rule' });
        return;
      default:
        if (BREAKING.has(name)) this.endLeaf();
        else if (!SILENT.has(name)) this.note(`<${name.slice(0, 40)}> is left out; text in it is kept.`);
        if (name === 'form') this.note('<form> is left out: emails cannot be filled in. Text in it is kept.');
    }
  }

  private noteAttributes(name: string, attributes: ReadonlyMap<string, string>): void {
    if (attributes.has('style'))
      this.note('Styles of your own are left out: the email has the look of the association.');
    for (const attribute of attributes.keys()) {
      if (attribute.startsWith('on'))
        this.note(`${attribute.slice(0, 40)} of <${name.slice(0, 40)}> is left out: nothing runs in an email.`);
    }
  }

  private openFormat(format: Format): void {
    if (this.formats.length < FORMATS_MAX) this.formats = [...this.formats, format];
  }

  private openLink(href: string): void {
    this.closeFormat('link');
    const url = this.linkAddress(href);
    if (url !== null) this.openFormat({ kind: 'link', url });
  }

  private linkAddress(href: string): string | null {
    const typed = href.trim();
    if (typed === '') return null;
    const url = /^\/(?![/\\])/.test(typed) ? `${this.siteUrl}${typed}` : typed;
    if (isLinkAddress(url)) return new URL(url).href;
    this.note(
      `The link to “${typed.slice(0, 60)}” does not work and is left out. Begin a link with https://, for example https://example.org, or with / for a page of this site.`,
    );
    return null;
  }

  private picture(attributes: ReadonlyMap<string, string>): void {
    const src = (attributes.get('src') ?? '').trim();
    const url = /^\/(?![/\\])/.test(src) ? `${this.siteUrl}${src}` : src;
    const alt = (attributes.get('alt') ?? '').replaceAll(/\s+/g, ' ').trim();
    if (!isPictureAddress(url)) {
      this.note(
        `The picture “${src.slice(0, 60)}” does not work and is left out. Begin the address of a picture with https://.`,
      );
      if (alt !== '') this.text(alt);
      return;
    }
    if (alt === '')
      this.note(
        `The picture “${src.slice(0, 60)}” has no description; who does not see pictures, or has them switched off, misses it.`,
      );
    const width = /^\d{1,4}$/.exec(attributes.get('width') ?? '')?.[0];
    this.add({
      kind: 'image',
      url: new URL(url).href,
      alt,
      width: width === undefined || Number(width) === 0 ? null : Number(width),
      formats: this.formats,
    });
  }

  private openGroup(tag: GroupTag, attributes: ReadonlyMap<string, string>): void {
    this.endLeaf();
    switch (tag) {
      case 'li':
        this.closeUntil(['ul', 'ol', 'td', 'th', 'blockquote', 'email']);
        if (this.top.tag !== 'ul' && this.top.tag !== 'ol') this.push('ul');
        return this.push('li');
      case 'tr':
      case 'td':
      case 'th':
        // Cells outside a table are paragraphs.
        if (!this.isOpen('table')) return;
        this.closeUntil(tag === 'tr' ? ['table'] : ['tr', 'table']);
        if (tag !== 'tr' && this.top.tag === 'table') this.push('tr');
        return this.push(tag);
      case 'ol': {
        this.makeRoom();
        const start = /^\d{1,6}$/.exec(attributes.get('start') ?? '')?.[0];
        return this.push('ol', start === undefined || start === '1' ? {} : { start: Number(start) });
      }
      default:
        this.makeRoom();
        return this.push(tag);
    }
  }

  /** Opens a row, cell or item where the parent allows nothing else. */
  private makeRoom(): void {
    if (this.top.tag === 'ul' || this.top.tag === 'ol') this.push('li');
    if (this.top.tag === 'table') this.push('tr');
    if (this.top.tag === 'tr') this.push('td');
  }

  private push(tag: GroupTag, more: { readonly start?: number } = {}): void {
    const isTooDeep = this.opened.length > DEPTH_MAX;
    const group: Group = isTooDeep ? this.top.group : { kind: 'group', tag, blocks: [], ...more };
    if (!isTooDeep) this.top.group.blocks.push(group);
    this.opened.push({ tag, group, formats: this.formats });
    this.counts.set(tag, (this.counts.get(tag) ?? 0) + 1);
  }

  private openLeaf(tag: Leaf['tag']): void {
    this.leaf = { kind: 'leaf', tag, pieces: [] };
    this.beforeLeaf = this.formats;
    this.top.group.blocks.push(this.leaf);
  }

  /** A format that was opened in loose text continues after it; one that was opened in a paragraph ends with the paragraph. */
  private endLeaf(): void {
    if (this.leaf !== null && this.leaf.tag !== 'bare') this.formats = this.beforeLeaf;
    this.leaf = null;
  }

  private close(name: string): void {
    const format = FORMATS[name];
    if (format !== undefined) return this.closeFormat(format);
    if (name === 'a') return this.closeFormat('link');
    if (LEAVES[name] !== undefined || BREAKING.has(name)) return this.endLeaf();
    if (!GROUPS.has(name as GroupTag) || !this.isOpen(name)) return;
    this.endLeaf();
    this.closeUntil([name as GroupTag]);
    this.pop();
  }

  private closeFormat(kind: Format['kind']): void {
    const index = this.formats.findLastIndex((format) => format.kind === kind);
    if (index !== -1) this.formats = this.formats.toSpliced(index, 1);
  }

  private isOpen(tag: string): boolean {
    return (this.counts.get(tag) ?? 0) > 0;
  }

  /** Closes the open elements down to the nearest one of these, of which one must be open. */
  private closeUntil(tags: readonly Opened['tag'][]): void {
    while (!tags.includes(this.top.tag) && this.opened.length > 1) this.pop();
  }

  private pop(): void {
    const { tag, formats } = this.opened.pop()!;
    this.counts.set(tag, (this.counts.get(tag) ?? 1) - 1);
    this.formats = formats;
  }
}
