import { UnreadableMarkdown } from '@lectern/service-kit/markdown/read-markdown';
import { Marked } from 'marked';
import { defaultTreeAdapter, type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { type Format, type Group, isLinkAddress, isPictureAddress, type Leaf, type Piece } from './email-content.ts';

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
 * `/tournaments`. May take minutes for a hostile text: see `readMarkdown`. Throws {@link UnreadableMarkdown} for too many elements.
 */
export const readContent = (content: string, siteUrl: string): ReadContent => {
  const reader = new EmailReader(siteUrl);
  const source = BEGINS_AS_HTML.test(content)
    ? content
    : new Marked({ gfm: true, async: false }).parse(content, { async: false });
  reader.read(parse(source, { treeAdapter: limitedTree() }), reader.message, []);
  return { message: reader.message, notes: [...reader.notes] };
};

/** Each is written twice, with its styles. These are ten times what mail programs show. */
const ELEMENTS_MAX = 10_000;
/** The reader calls itself for each level. */
const NESTING_MAX = 500;

const TOO_LONG =
  'The email is too long: it has more than 10,000 paragraphs, cells and marks. Please shorten it, or link to a page.';

/** The parser repeats unclosed formats in each paragraph, so that a megabyte could grow into millions of elements. */
const limitedTree = (): typeof defaultTreeAdapter => {
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement: (...element) => {
      elements += 1;
      if (elements > ELEMENTS_MAX) throw new UnreadableMarkdown(TOO_LONG);
      return defaultTreeAdapter.createElement(...element);
    },
  };
};

/** Elements whose content is no text of the email. */
const DROPPED = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'xmp',
  'plaintext',
  'template',
  'svg',
  'math',
  'object',
  'select',
  'audio',
  'video',
  'canvas',
]);
const FORMATS: ReadonlyMap<string, Exclude<Format, { kind: 'link' }>['kind']> = new Map([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['cite', 'em'],
  ['del', 'del'],
  ['s', 'del'],
  ['strike', 'del'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['sub', 'sub'],
  ['sup', 'sup'],
]);
const LEAVES: ReadonlyMap<string, Leaf['tag']> = new Map([
  ['p', 'p'],
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
  ['pre', 'pre'],
]);
const GROUPS: ReadonlySet<string> = new Set<Group['tag']>(['blockquote', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th']);
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

type Formats = readonly Format[];

/** Builds an email from the tree of an HTML document. */
class EmailReader {
  readonly message: Group = { kind: 'group', tag: 'email', blocks: [] };
  readonly notes = new Set<string>();
  /** The paragraph that takes the next text, in the group that is being read. */
  private leaf: Leaf | null = null;
  private nesting = 0;
  private depth = 0;

  constructor(private readonly siteUrl: string) {}

  read(parent: Tree.ParentNode, group: Group, formats: Formats): void {
    this.nesting += 1;
    if (this.nesting > NESTING_MAX) throw new UnreadableMarkdown();
    for (const node of parent.childNodes) {
      if ('value' in node) this.text(node.value, group, formats);
      else if ('tagName' in node) this.element(node, group, formats);
    }
    this.nesting -= 1;
  }

  private note(sentence: string): void {
    if (this.notes.size < NOTES_MAX) this.notes.add(sentence);
  }

  private text(text: string, group: Group, formats: Formats): void {
    if (this.leaf?.tag === 'pre') return this.add({ kind: 'text', text, formats }, group);
    const flowing = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const last = this.leaf?.pieces.at(-1);
    const isAfterSpace =
      last === undefined || last.kind === 'break' || (last.kind === 'text' && last.text.endsWith(' '));
    const shown = isAfterSpace ? flowing.trimStart() : flowing;
    if (shown === '' || (shown === ' ' && this.leaf === null)) return;
    this.add({ kind: 'text', text: shown, formats }, group);
  }

  /** Adds to the open paragraph, or opens one. */
  private add(piece: Piece, group: Group): void {
    this.leaf ??= this.newLeaf('bare', group);
    this.leaf.pieces.push(piece);
  }

  private newLeaf(tag: Leaf['tag'], group: Group): Leaf {
    const leaf: Leaf = { kind: 'leaf', tag, pieces: [] };
    group.blocks.push(leaf);
    return leaf;
  }

  private element(element: Tree.Element, group: Group, formats: Formats): void {
    const { tagName: name } = element;
    const attributes = new Map(element.attrs.map((attribute) => [attribute.name, attribute.value]));
    if (name === 'style' || attributes.has('style'))
      this.note('Styles of your own are left out: the email has the look of the association.');
    if (DROPPED.has(name)) {
      if (!SILENT.has(name)) this.note(`<${name}> is left out, with what stands in it.`);
      return;
    }
    for (const attribute of attributes.keys()) {
      if (attribute.startsWith('on'))
        this.note(`${attribute.slice(0, 40)} of <${name.slice(0, 40)}> is left out: nothing runs in an email.`);
    }
    const format = FORMATS.get(name);
    if (format !== undefined) return this.read(element, group, within(formats, { kind: format }));
    if (GROUPS.has(name)) return this.group(element, attributes, group, formats);
    switch (name) {
      case 'a':
        return this.read(element, group, this.inLink(attributes.get('href') ?? '', formats));
      case 'img':
        return this.picture(attributes, group, formats);
      case 'br':
        return this.add({ kind: 'break', formats }, group);
      case 'hr':
        this.leaf = null;
        group.blocks.push({ kind: 'rule' });
        return;
    }
    const leaf = LEAVES.get(name);
    const isBreaking = leaf !== undefined || BREAKING.has(name);
    if (!isBreaking && !SILENT.has(name)) this.note(`<${name.slice(0, 40)}> is left out; text in it is kept.`);
    if (name === 'form') this.note('<form> is left out: emails cannot be filled in. Text in it is kept.');
    if (isBreaking) this.leaf = leaf === undefined ? null : this.newLeaf(leaf, group);
    this.read(element, group, formats);
    if (isBreaking) this.leaf = null;
  }

  private group(element: Tree.Element, attributes: Attributes, parent: Group, formats: Formats): void {
    const name = element.tagName as Group['tag'];
    const isInList = parent.tag === 'ul' || parent.tag === 'ol';
    const start = Number(/^\d{1,6}$/.exec(attributes.get('start') ?? '')?.[0] ?? 1);
    const group: Group = {
      kind: 'group',
      tag: name === 'li' && !isInList ? 'ul' : name,
      ...(name === 'ol' && start !== 1 && { start }),
      blocks: [],
    };
    this.leaf = null;
    this.depth += 1;
    const isTooDeep = this.depth > DEPTH_MAX;
    if (!isTooDeep) parent.blocks.push(group);
    this.read(element, isTooDeep ? parent : group, formats);
    this.leaf = null;
    this.depth -= 1;
  }

  /** A link in a link ends the outer one. */
  private inLink(href: string, formats: Formats): Formats {
    const outer = formats.filter(({ kind }) => kind !== 'link');
    const url = this.linkAddress(href);
    return url === null ? outer : within(outer, { kind: 'link', url });
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

  private picture(attributes: Attributes, group: Group, formats: Formats): void {
    const src = (attributes.get('src') ?? '').trim();
    const url = /^\/(?![/\\])/.test(src) ? `${this.siteUrl}${src}` : src;
    const alt = (attributes.get('alt') ?? '').replaceAll(/\s+/g, ' ').trim();
    if (!isPictureAddress(url)) {
      this.note(
        `The picture “${src.slice(0, 60)}” does not work and is left out. Begin the address of a picture with https://.`,
      );
      if (alt !== '') this.text(alt, group, formats);
      return;
    }
    if (alt === '')
      this.note(
        `The picture “${src.slice(0, 60)}” has no description; who does not see pictures, or has them switched off, misses it.`,
      );
    const width = /^\d{1,4}$/.exec(attributes.get('width') ?? '')?.[0];
    const image: Piece = {
      kind: 'image',
      url: new URL(url).href,
      alt,
      width: width === undefined || Number(width) === 0 ? null : Number(width),
      formats,
    };
    this.add(image, group);
  }
}

type Attributes = ReadonlyMap<string, string>;

const within = (formats: Formats, format: Format): Formats =>
  formats.length < FORMATS_MAX ? [...formats, format] : formats;
