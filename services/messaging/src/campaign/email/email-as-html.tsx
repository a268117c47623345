import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BODY, COLOR, DISPLAY, EmailFrame, htmlOf, Link } from '../../email/email-layout.tsx';
import type { Block, Format, Group, Piece } from './email-content.ts';

/** The target of the HTML: mail programs support inline styles only, and pages of the site have their own styles and allow no inline ones. */
interface EmailPlace {
  readonly isMail: boolean;
  /** The URL that a link to `url` gets. */
  href(url: string): string;
}

const HEADING: CSSProperties = { ...BODY, ...DISPLAY, margin: '32px 0 12px' };
/** Columns never get narrower than a word. */
const CELL: CSSProperties = { ...BODY, padding: '8px 12px 8px 0', wordBreak: 'normal', verticalAlign: 'top' };
const CODE: CSSProperties = { fontFamily: 'Consolas,Menlo,monospace', fontSize: 15 };
const BOX: CSSProperties = { padding: 12, background: COLOR.paper, whiteSpace: 'pre-wrap', lineHeight: '20px' };

const STYLES = {
  p: { ...BODY, margin: '0 0 16px' },
  h1: { ...HEADING, fontSize: 24, lineHeight: '30px' },
  h2: { ...HEADING, fontSize: 21 },
  h3: { ...HEADING, fontSize: 18, margin: '24px 0 8px' },
  pre: { ...BODY, ...CODE, ...BOX, margin: '0 0 16px' },
  blockquote: { margin: '0 0 16px', paddingLeft: 16, borderLeft: `3px solid ${COLOR.ink2}` },
  ul: { ...BODY, margin: '0 0 16px', paddingLeft: 24 },
  ol: { ...BODY, margin: '0 0 16px', paddingLeft: 28 },
  li: { margin: '0 0 6px' },
  table: { margin: '0 0 16px', borderCollapse: 'collapse' },
  th: { ...CELL, borderBottom: `2px solid ${COLOR.ink}`, fontWeight: 600 },
  td: CELL,
  ruled: { ...CELL, borderBottom: `1px solid ${COLOR.rule}` },
  hr: { margin: '24px 0', border: 0, borderTop: `1px solid ${COLOR.rule}` },
  code: CODE,
  img: { maxWidth: '100%', height: 'auto', border: 0 },
} satisfies Record<string, CSSProperties>;

/** The column width of an email, inside its margins, in pixels. */
const COLUMN = 542;

/** A campaign's email. `pixelUrl` is a picture that counts readers, and `href` gives the URL of a link. */
export const emailAsHtml = (
  message: Group,
  frame: Omit<ComponentProps<typeof EmailFrame>, 'children'>,
  href: EmailPlace['href'],
  pixelUrl: string | null,
): string =>
  htmlOf(
    <EmailFrame {...frame}>
      <Content blocks={message.blocks} place={{ isMail: true, href }} />
      {pixelUrl !== null && (
        <img src={pixelUrl} alt="" width="1" height="1" fetchPriority="low" style={{ display: 'block', border: 0 }} />
      )}
    </EmailFrame>,
  );

/** Its content as a part of a page. */
export const contentAsHtml = (message: Group): string =>
  renderToStaticMarkup(<Content blocks={message.blocks} place={{ isMail: false, href: (url) => url }} />);

/** Every tag of a campaign's content is written here. */
const Content = ({ blocks, place }: { readonly blocks: readonly Block[]; readonly place: EmailPlace }) =>
  blocks.map((block, index) => <BlockView key={index} block={block} place={place} />);

const styled = (place: EmailPlace, name: keyof typeof STYLES) => (place.isMail ? { style: STYLES[name] } : {});

const BlockView = ({ block, place }: { readonly block: Block; readonly place: EmailPlace }): ReactNode => {
  if (block.kind === 'rule') return <hr {...styled(place, 'hr')} />;
  if (block.kind === 'leaf') {
    if (block.pieces.length === 0) return null;
    const name = block.tag === 'bare' ? 'p' : block.tag;
    // A page has its own title above the email.
    const Tag = name === 'h1' ? 'h2' : name;
    return <Tag {...styled(place, name)}>{piecesView(block.pieces, place)}</Tag>;
  }
  switch (block.tag) {
    case 'blockquote':
      return (
        <blockquote {...styled(place, 'blockquote')}>
          <Content blocks={block.blocks} place={place} />
        </blockquote>
      );
    case 'ul':
    case 'ol': {
      const List = block.tag;
      return (
        <List start={block.start} {...styled(place, List)}>
          {asGroups(block.blocks, 'li').map((item, index) => (
            <li key={index} {...styled(place, 'li')}>
              {cellView(item, place)}
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return tableView(block, place);
    default:
      return <Content blocks={block.blocks} place={place} />;
  }
};

const tableView = (table: Group, place: EmailPlace): ReactNode => {
  const rows = asGroups(table.blocks, 'tr').map((row) => asGroups(row.blocks, 'td'));
  const isRuled = rows.some((cells) => cells.some(({ tag }) => tag === 'th'));
  const ofMail = { cellPadding: '0', cellSpacing: '0', border: 0, width: '100%' };
  const whole = (
    <table
      role={isRuled || !place.isMail ? undefined : 'presentation'}
      {...(place.isMail && ofMail)}
      {...styled(place, 'table')}
    >
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              const Tag = cell.tag === 'th' ? 'th' : 'td';
              const attributes = {
                scope: Tag === 'th' ? 'col' : undefined,
                align: place.isMail ? ('left' as const) : undefined,
              };
              return (
                <Tag key={column} {...attributes} {...styled(place, Tag === 'td' && isRuled ? 'ruled' : Tag)}>
                  {cellView(cell, place)}
                </Tag>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  // On a page a wide table scrolls by itself, also by keyboard.
  return place.isMail ? (
    whole
  ) : (
    <div className="table" role="group" aria-label="Table" tabIndex={0}>
      {whole}
    </div>
  );
};

/** The content of an item or a cell: a single text has no paragraph around it. */
const cellView = (group: Group, place: EmailPlace): ReactNode => {
  const [only, ...others] = group.blocks.filter((block) => block.kind !== 'leaf' || block.pieces.length > 0);
  if (only?.kind !== 'leaf' || (only.tag !== 'bare' && (only.tag !== 'p' || others.length > 0)))
    return <Content blocks={group.blocks} place={place} />;
  return (
    <>
      {piecesView(only.pieces, place)}
      <Content blocks={others} place={place} />
    </>
  );
};

/** The blocks of a group that allows one kind only; other blocks between them are wrapped. */
const asGroups = (blocks: readonly Block[], tag: 'li' | 'tr' | 'td'): Group[] =>
  blocks.map((block) =>
    block.kind === 'group' && (block.tag === tag || (tag === 'td' && block.tag === 'th'))
      ? block
      : { kind: 'group', tag, blocks: [block] },
  );

/** Consecutive pieces share the elements of the formats that they share. */
const piecesView = (pieces: readonly Piece[], place: EmailPlace, depth = 0): ReactNode[] => {
  const views: ReactNode[] = [];
  for (let from = 0; from < pieces.length;) {
    const piece = pieces[from]!;
    const format = piece.formats[depth];
    let to = from + 1;
    while (format !== undefined && pieces[to]?.formats[depth] === format) to += 1;
    views.push(
      format === undefined
        ? pieceView(piece, place, from)
        : formatView(format, piecesView(pieces.slice(from, to), place, depth + 1), place, from),
    );
    from = to;
  }
  return views;
};

const formatView = (format: Format, content: ReactNode, place: EmailPlace, key: number): ReactNode => {
  if (format.kind !== 'link') {
    const Tag = format.kind;
    return (
      <Tag key={key} {...(Tag === 'code' && styled(place, 'code'))}>
        {content}
      </Tag>
    );
  }
  return place.isMail ? (
    <Link key={key} href={place.href(format.url)}>
      {content}
    </Link>
  ) : (
    <a key={key} href={format.url} rel="noopener">
      {content}
    </a>
  );
};

const pieceView = (piece: Piece, place: EmailPlace, key: number): ReactNode => {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'break') return <br key={key} />;
  // The site loads no pictures of other servers, because these would learn the reader's IP address.
  if (!place.isMail) return piece.alt;
  const width = piece.width === null ? undefined : Math.min(piece.width, COLUMN);
  return <img key={key} src={piece.url} alt={piece.alt} width={width} fetchPriority="low" style={STYLES.img} />;
};
