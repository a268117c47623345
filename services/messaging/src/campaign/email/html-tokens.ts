/**
 * The tokens of HTML: text, and tags with their attributes. Character references (`&amp;`) are decoded. Comments, declarations and
 * the content of elements without readable text are left out.
 */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  /** An element that was left out with its content. */
  | { readonly kind: 'dropped'; readonly name: string };

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

/** Longer tags are not recognized (a URL has at most 2,000 characters). Bounds the search for the end of an unclosed tag. */
const TAG_MAX = 4_096;

const NAME = /[a-zA-Z][^\s/<>]*/y;
const ATTRIBUTE_NAME = /[^\s/<>=][^\s/<>=]*/y;
const UNQUOTED = /[^\s<>"']+/y;
const SPACE = /[\s/]*/y;

const at = (pattern: RegExp, text: string, position: number): string => {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0] ?? '';
};

/** Runs in time linear in the length of the text. */
export const htmlTokens = function* (source: string): Generator<HtmlToken> {
  let position = 0;
  let textFrom = 0;
  while (position < source.length) {
    const less = source.indexOf('<', position);
    if (less === -1) break;
    const next = source[less + 1] ?? '';
    const end = next === '!' || next === '?' ? endOfDeclaration(source, less) : null;
    const tag = end === null ? readTag(source, less) : null;
    if (end === null && tag === null) {
      position = less + 1;
      continue;
    }
    if (less > textFrom) yield { kind: 'text', text: readReferences(source.slice(textFrom, less)) };
    position = end ?? tag!.end;
    if (tag !== null) {
      const { name, isClosing, attributes } = tag;
      if (!isClosing && DROPPED.has(name)) {
        yield { kind: 'dropped', name };
        position = endOfDropped(source, name, position);
      } else if (isClosing) yield { kind: 'close', name };
      else yield { kind: 'open', name, attributes };
    }
    textFrom = position;
  }
  if (textFrom < source.length) yield { kind: 'text', text: readReferences(source.slice(textFrom)) };
};

const endOfDeclaration = (source: string, less: number): number => {
  const isComment = source.startsWith('<!--', less);
  const end = isComment ? source.indexOf('-->', less + 4) : source.indexOf('>', less);
  // An unclosed one extends to the end of the text, as in a browser.
  return end === -1 ? source.length : end + (isComment ? 3 : 1);
};

const endOfDropped = (source: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}[^>]*>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(source) === null ? source.length : closing.lastIndex;
};

interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

const endOfQuoted = (source: string, quote: string, from: number, limit: number): number => {
  const end = source.slice(from, limit).indexOf(quote);
  return end === -1 ? -1 : from + end;
};

/** The tag at `less`; null where there is none, so that the `<` is text. */
const readTag = (source: string, less: number): Tag | null => {
  const isClosing = source[less + 1] === '/';
  const name = at(NAME, source, less + (isClosing ? 2 : 1));
  if (name === '') return null;
  const attributes = new Map<string, string>();
  const limit = Math.min(source.length, less + TAG_MAX);
  let position = less + (isClosing ? 2 : 1) + name.length;
  while (position < limit) {
    position += at(SPACE, source, position).length;
    if (source[position] === '>') return { name: name.toLowerCase(), isClosing, attributes, end: position + 1 };
    const attribute = at(ATTRIBUTE_NAME, source, position);
    if (attribute === '') return null;
    position += attribute.length;
    position += at(SPACE, source, position).length;
    let value = '';
    if (source[position] === '=') {
      position += 1;
      position += at(/\s*/y, source, position).length;
      const quote = source[position];
      if (quote === '"' || quote === "'") {
        const end = endOfQuoted(source, quote, position + 1, limit);
        if (end === -1) return null;
        value = source.slice(position + 1, end);
        position = end + 1;
      } else {
        value = at(UNQUOTED, source, position);
        if (value === '' && source[position] !== '>') return null;
        position += value.length;
      }
    }
    const key = attribute.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, readReferences(value));
  }
  return null;
};

/** U+00A0 to U+00FF, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const REFERENCES: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    hellip: '…',
    bull: '•',
    dagger: '†',
    Dagger: '‡',
    permil: '‰',
    prime: '′',
    Prime: '″',
    lsaquo: '‹',
    rsaquo: '›',
    euro: '€',
    trade: '™',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    minus: '−',
    ne: '≠',
    le: '≤',
    ge: '≥',
    infin: '∞',
    asymp: '≈',
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    zwnj: '\u200c',
    zwj: '\u200d',
    hearts: '♥',
    check: '✓',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    Tab: '\t',
    NewLine: '\n',
    colon: ':',
    lpar: '(',
    rpar: ')',
    sol: '/',
  }),
]);

/** Decodes `&amp;`, `&#39;` and `&#x27;`. Unknown references stay as they are. */
export const readReferences = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}\d{0,2}));/g,
        (whole, decimal?: string, hexadecimal?: string, name?: string) => {
          if (name !== undefined) return REFERENCES.get(name) ?? whole;
          const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
          const isCharacter =
            code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && (code >= 0x20 || code === 9 || code === 10);
          return isCharacter ? String.fromCodePoint(code) : '\ufffd';
        },
      )
    : text;
