import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import * as z from 'zod/mini';
import { type EditorialArticle, SLUG } from '@lectern/contracts/content/editorial';
import { AFF, INK, INK_2, NEG, PAPER, RULE } from './palette.ts';
import type { Read } from './read-articles.ts';
import { type Cut, typeface } from './typefaces.ts';

/** The preview image of a page that is shared. */
export interface Card {
  /** Of the file, and unique: a page's own name, or an article's slug. */
  readonly name: string;
  readonly title: string;
  readonly label: string;
}

/** https://ogp.me/; the size that every network shows whole. */
const WIDTH = 1_200;
const HEIGHT = 630;
export const CARD_BYTES_MAX = 150_000;

const LEFT = 96;
const TITLE_WIDTH = 800;
const TITLE_SIZES = [84, 76, 68, 60, 54];
const TITLE_LINES_MAX = 4;

const written = z.array(
  z.strictObject({
    name: z.string().check(z.regex(SLUG, 'has a name that is not small letters, digits and hyphens')),
    title: z.string().check(z.minLength(1, 'has no title')),
    label: z.string().check(z.minLength(1, 'has no label')),
  }),
);

/** `cards.json` of the editorial folder. `taken` names are those of articles. */
export const readCards = (root: string, taken: readonly string[]): Read<Card> => {
  const file = 'cards.json';
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(root, file), 'utf8'));
  } catch {
    return { items: [], problems: [`${file} is not there, or is not JSON`] };
  }
  const parsed = written.safeParse(json);
  if (!parsed.success)
    return {
      items: [],
      problems: parsed.error.issues.map(({ path, message }) => `${file} entry ${Number(path[0]) + 1} ${message}`),
    };
  const names = parsed.data.map(({ name }) => name);
  const problems = names.filter((name, index) => names.indexOf(name) < index || taken.includes(name));
  return {
    items: parsed.data,
    problems: problems.map((name) => `${file} has the name ${name} twice, or it is an article’s`),
  };
};

/** A picture without words, for an association that has another name than the one on the cards. */
export const PLAIN_CARD: Card = { name: 'plain', title: '', label: '' };

export const articleCard = ({ slug, title, category }: EditorialArticle): Card => ({
  name: slug,
  title,
  label: category,
});

let isReady: Promise<void> | undefined;

/** The card as PNG. The same card makes the same bytes. Throws where it would be too heavy to be shown. */
export const drawCard = async (card: Card, association: string): Promise<Uint8Array> => {
  isReady ??= initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await isReady;
  const picture = new Resvg(cardSvg(card, association), { font: { loadSystemFonts: false } });
  const png = picture.render().asPng();
  if (png.length > CARD_BYTES_MAX) throw new Error(`The card ${card.name} has ${png.length} bytes`);
  return png;
};

/**
 * A sheet of a flow: ruled columns, an argument in one ink and its answer in the other, and the title written across. Emails
 * are outlines, so it looks alike wherever it is drawn.
 */
export const cardSvg = ({ name, title, label }: Card, association: string): string => {
  const { size, lines } = fitTitle(title);
  const leading = Math.round(size * 1.1);
  const middle = 326;
  const first = Math.round(middle - ((lines.length - 1) * leading) / 2 + size * 0.34);
  const columns = [LEFT - 28, 944, 1_030, 1_116].map(
    (x) => `<path d="M${x} 0V${HEIGHT}" stroke="${RULE}" stroke-width="2"/>`,
  );
  const rows = Array.from(
    { length: 9 },
    (_, row) => `<path d="M944 ${63 * (row + 1)}H${WIDTH}" stroke="${RULE}" stroke-width="1.2" opacity=".7"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    ...columns,
    ...rows,
    ...flowOf(name),
    `<rect y="${HEIGHT - 12}" width="600" height="12" fill="${AFF}"/><rect x="600" y="${HEIGHT - 12}" width="600" height="12" fill="${NEG}"/>`,
    ...(title === ''
      ? []
      : [
          mark(LEFT - 8, 56, 62),
          textRun(association, 'strong', 27, LEFT + 66, 98, INK),
          ...lines.map((line, index) => textRun(line, 'title', size, LEFT, first + index * leading, INK)),
          `<path d="M${LEFT} 541h26" stroke="${AFF}" stroke-width="5"/><path d="M${LEFT + 26} 549h26" stroke="${NEG}" stroke-width="5"/>`,
          textRun(label, 'text', 28, LEFT + 70, 554, INK_2),
        ]),
    '</svg>',
  ].join('');
};

/** The largest size in which the title fits, and its lines. */
const fitTitle = (title: string): { size: number; lines: string[] } => {
  for (const size of TITLE_SIZES) {
    const lines = broken(title, size);
    if (lines.length <= TITLE_LINES_MAX && lines.length * size <= 300) return { size, lines };
  }
  const size = TITLE_SIZES.at(-1) ?? 54;
  return { size, lines: broken(title, size) };
};

const widthOf = (text: string, cut: Cut, size: number): number => {
  const font = typeface(cut);
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
};

const broken = (title: string, size: number): string[] => {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, 'title', size) <= TITLE_WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

/** A line of text as one path with its baseline at `y`. */
const textRun = (text: string, cut: Cut, size: number, x: number, y: number, color: string): string => {
  const font = typeface(cut);
  const scale = size / font.unitsPerEm;
  const run = font.layout(text);
  let at = 0;
  const paths = run.glyphs.map((glyph, index) => {
    const { xAdvance, xOffset = 0, yOffset = 0 } = run.positions[index] ?? { xAdvance: glyph.advanceWidth };
    const path = glyph.path.translate(at + xOffset, yOffset).toSVG();
    at += xAdvance;
    return path;
  });
  return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${color}" d="${paths.join('')}"/>`;
};

/** Arguments and answers in the margin's columns, another pattern for each card. */
const flowOf = (name: string): string[] => {
  let state = [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 7);
  const next = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const starts = [960, 1_046, 1_132];
  const shapes: string[] = [];
  let column = next(3);
  let row = 1 + next(2);
  for (let step = 0; step < 5; step += 1) {
    const ink = step % 2 === 0 ? AFF : NEG;
    const y = 63 * row + 30;
    const x = starts[column] ?? 960;
    shapes.push(
      `<path d="M${x} ${y}h${34 + next(20)}" stroke="${ink}" stroke-width="7" stroke-linecap="round"/><path d="M${x} ${y + 15}h${18 + next(22)}" stroke="${ink}" stroke-width="4" stroke-linecap="round" opacity=".45"/>`,
    );
    const nextColumn = (column + 1 + next(2)) % 3;
    const nextRow = row + 2;
    if (step === 4 || nextRow > 7) break;
    // From below an argument down to what answers it, in the ink of the answer.
    const answer = ink === AFF ? NEG : AFF;
    const [fromX, fromY, toX, toY] = [x + 24, y + 27, (starts[nextColumn] ?? 960) + 24, 63 * nextRow + 30 - 13];
    const half = (toY - fromY) / 2;
    shapes.push(
      `<path d="M${fromX} ${fromY}C${fromX} ${fromY + half} ${toX} ${toY - half - 4} ${toX} ${toY}" fill="none" stroke="${answer}" stroke-width="3"/>` +
        `<path d="M${toX - 8} ${toY - 10}L${toX} ${toY}L${toX + 8} ${toY - 10}" fill="none" stroke="${answer}" stroke-width="3" stroke-linejoin="round"/>`,
    );
    column = nextColumn;
    row = nextRow;
  }
  return shapes;
};

const mark = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 32})"><rect width="32" height="32" rx="7" fill="${INK}"/>` +
  '<path d="M6.5 12.5 25.5 8" stroke="#ff8d7d" stroke-width="3.2" stroke-linecap="round"/>' +
  `<path d="M17 11.5 15 25M10 25h11" stroke="${PAPER}" stroke-width="3.2" stroke-linecap="round" fill="none"/></g>`;
