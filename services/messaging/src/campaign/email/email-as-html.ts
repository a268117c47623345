import { Html, html } from '../../email/html.ts';
import { COLOR, DISPLAY, TEXT } from '../../email/email-layout.ts';
import type { Block, Format, Group, Leaf, Piece } from './email-content.ts';

/** The target of the HTML: mail programs support inline styles only, and pages of the site have their own styles and allow no inline ones. */
export interface EmailPlace {
  readonly isMail: boolean;
  /** The URL that a link to `url` gets. */
  href(url: string): string;
}

const BODY = `${TEXT};font-size:17px;line-height:26px;color:${COLOR.ink};word-break:break-word;`;
/** Columns never get narrower than a word. */
const CELL = `padding:8px 12px 8px 0;${BODY}word-break:normal;`;
const HEADING = `${DISPLAY};font-weight:600;color:${COLOR.ink};word-break:break-word;`;

const STYLES = {
  p: `margin:0 0 16px;${BODY}`,
  bare: `margin:0 0 16px;${BODY}`,
  h1: `margin:32px 0 12px;${HEADING}font-size:24px;line-height:30px;`,
  h2: `margin:32px 0 12px;${HEADING}font-size:21px;line-height:26px;`,
  h3: `margin:24px 0 8px;${HEADING}font-size:18px;line-height:24px;`,
  pre: `margin:0 0 16px;padding:12px;background:${COLOR.paper};font-family:Consolas,Menlo,monospace;font-size:14px;line-height:20px;color:${COLOR.ink};white-space:pre-wrap;word-break:break-word;`,
  blockquote: `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${COLOR.aff};`,
  ul: `margin:0 0 16px;padding:0 0 0 24px;${BODY}`,
  ol: `margin:0 0 16px;padding:0 0 0 28px;${BODY}`,
  li: 'margin:0 0 6px;',
  table: 'margin:0 0 16px;border-collapse:collapse;',
  th: `${CELL}border-bottom:2px solid ${COLOR.ink};font-weight:600;`,
  td: CELL,
  ruled: `${CELL}border-bottom:1px solid ${COLOR.rule};`,
  hr: `margin:24px 0;border:0;border-top:1px solid ${COLOR.rule};`,
  link: `color:${COLOR.neg};text-decoration:underline;`,
  code: 'font-family:Consolas,Menlo,monospace;font-size:15px;',
  img: 'max-width:100%;height:auto;border:0;',
} as const;

/** The column width of an email, inside its margins, in pixels. */
const COLUMN = 542;

/** `html` escapes every character of an email, and every tag is written here. */
export const emailAsHtml = (message: Group, place: EmailPlace): Html =>
  html`${message.blocks.map((block) => blockAsHtml(block, place))}`;

const style = (place: EmailPlace, name: keyof typeof STYLES): Html =>
  place.isMail ? html` style="${STYLES[name]}"` : html``;

const blockAsHtml = (block: Block, place: EmailPlace): Html => {
  switch (block.kind) {
    case 'rule':
      return html`<hr${style(place, 'hr')}>\n`;
    case 'leaf':
      return leafAsHtml(block, place);
    case 'group':
      return groupAsHtml(block, place);
  }
};

/** `tag` and `attributes` are trusted. */
const element = (tag: string, attributes: Html, content: Html): Html =>
  new Html(`<${tag}${attributes.text}>${content.text}</${tag}>`);

const leafAsHtml = (leaf: Leaf, place: EmailPlace): Html => {
  if (leaf.pieces.length === 0) return html``;
  // A page has its own title above the email.
  const tag = leaf.tag === 'bare' ? 'p' : leaf.tag === 'h1' ? 'h2' : leaf.tag;
  return html`${element(tag, style(place, leaf.tag), piecesAsHtml(leaf.pieces, place))}\n`;
};

const groupAsHtml = (group: Group, place: EmailPlace): Html => {
  switch (group.tag) {
    case 'email':
      return emailAsHtml(group, place);
    case 'blockquote':
      return html`${element('blockquote', style(place, 'blockquote'), emailAsHtml(group, place))}\n`;
    case 'ul':
    case 'ol': {
      const start = group.start === undefined ? html`` : html` start="${group.start}"`;
      const items = asGroups(group.blocks, 'li').map(
        (item) => html`${element('li', style(place, 'li'), cellAsHtml(item, place))}\n`,
      );
      return html`${element(group.tag, html`${start}${style(place, group.tag)}`, html`\n${items}`)}\n`;
    }
    case 'table':
      return tableAsHtml(group, place);
    case 'li':
    case 'tr':
    case 'td':
    case 'th':
      return emailAsHtml(group, place);
  }
};

const tableAsHtml = (table: Group, place: EmailPlace): Html => {
  const rows = asGroups(table.blocks, 'tr').map((row) => asGroups(row.blocks, 'td'));
  const isRuled = rows.some((cells) => cells.some(({ tag }) => tag === 'th'));
  const attributes = place.isMail
    ? html`${isRuled ? '' : html` role="presentation"`} cellpadding="0" cellspacing="0" border="0" width="100%"`
    : html``;
  const body = rows.map((cells) => html`<tr>${cells.map((cell) => cellOfTable(cell, isRuled, place))}</tr>\n`);
  const whole = element('table', html`${attributes}${style(place, 'table')}`, html`\n${body}`);
  // On a page a wide table scrolls by itself, also by keyboard.
  return place.isMail
    ? html`${whole}\n`
    : html`<div class="table" role="group" aria-label="Table" tabindex="0">${whole}</div>\n`;
};

const cellOfTable = (cell: Group, isRuled: boolean, place: EmailPlace): Html => {
  const isHead = cell.tag === 'th';
  const attributes = html`${isHead ? html` scope="col"` : ''}${place.isMail ? html` align="left" valign="top"` : ''}${style(place, isHead ? 'th' : isRuled ? 'ruled' : 'td')}`;
  return element(isHead ? 'th' : 'td', attributes, cellAsHtml(cell, place));
};

/** The content of an item or a cell: a single text has no paragraph around it. */
const cellAsHtml = (group: Group, place: EmailPlace): Html => {
  const [only, ...others] = group.blocks.filter((block) => block.kind !== 'leaf' || block.pieces.length > 0);
  if (only === undefined) return html``;
  if (only.kind === 'leaf' && (only.tag === 'bare' || (only.tag === 'p' && others.length === 0))) {
    return html`${piecesAsHtml(only.pieces, place)}${others.length === 0 ? '' : html`\n${others.map((block) => blockAsHtml(block, place))}`}`;
  }
  return emailAsHtml(group, place);
};

/** The blocks of a group that allows one kind only; other blocks between them are wrapped. */
const asGroups = (blocks: readonly Block[], tag: 'li' | 'tr' | 'td'): Group[] =>
  blocks.map((block) =>
    block.kind === 'group' && (block.tag === tag || (tag === 'td' && block.tag === 'th'))
      ? block
      : { kind: 'group', tag, blocks: [block] },
  );

/** Opens and closes formats between pieces so that no two of them cross. */
const piecesAsHtml = (pieces: readonly Piece[], place: EmailPlace): Html => {
  const parts: string[] = [];
  let open: readonly Format[] = [];
  const change = (formats: readonly Format[]): void => {
    let same = 0;
    while (same < open.length && same < formats.length && open[same] === formats[same]) same += 1;
    for (const format of open.slice(same).reverse()) parts.push(format.kind === 'link' ? '</a>' : `</${format.kind}>`);
    for (const format of formats.slice(same)) parts.push(opening(format, place).text);
    open = formats;
  };
  for (const piece of pieces) {
    change(piece.formats);
    parts.push(pieceAsHtml(piece, place).text);
  }
  change([]);
  return new Html(parts.join(''));
};

const opening = (format: Format, place: EmailPlace): Html => {
  if (format.kind === 'link')
    return html`<a href="${place.href(format.url)}"${place.isMail ? style(place, 'link') : html` rel="noopener"`}>`;
  return format.kind === 'code' ? html`<code${style(place, 'code')}>` : new Html(`<${format.kind}>`);
};

const pieceAsHtml = (piece: Piece, place: EmailPlace): Html => {
  switch (piece.kind) {
    case 'text':
      return html`${piece.text}`;
    case 'break':
      return html`<br>`;
    case 'image':
      // The site loads no pictures of other servers, because these would learn the reader's IP address.
      return place.isMail
        ? html`<img src="${piece.url}" alt="${piece.alt}"${piece.width === null ? '' : html` width="${Math.min(piece.width, COLUMN)}"`}${style(place, 'img')}>`
        : html`${piece.alt}`;
  }
};
