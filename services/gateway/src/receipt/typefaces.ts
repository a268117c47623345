import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import * as fontkit from 'fontkit';

/** A package, the beginning of a file's name, and whether it has a bold cut here. Earlier ones are preferred. */
const SUBSETS = [
  ['@fontsource/noto-sans', 'noto-sans-latin', true],
  ['@fontsource/noto-sans', 'noto-sans-latin-ext', true],
  ['@fontsource/noto-sans', 'noto-sans-cyrillic', true],
  ['@fontsource/noto-sans', 'noto-sans-cyrillic-ext', true],
  ['@fontsource/noto-sans', 'noto-sans-greek', true],
  ['@fontsource/noto-sans', 'noto-sans-vietnamese', true],
  ['@fontsource/noto-sans', 'noto-sans-devanagari', true],
  // Common Chinese characters, simplified and traditional, and kana.
  ['@fontsource/noto-sans-sc', 'noto-sans-sc-chinese-simplified', false],
] as const;

export type Weight = 'regular' | 'bold';

/** A piece of a text that one font has. */
export interface Run {
  readonly text: string;
  readonly font: fontkit.Font;
}

/** Drawn for characters that no font has. */
const MISSING = '?';

/* Both the sources and the bundle lie in a folder below the packages. */
const require = createRequire(import.meta.url);

const TABLE_RECORD = 16;
const HEADER = 12;

/** WOFF without its compression: fontkit would decompress a table for every glyph. https://www.w3.org/TR/WOFF/ */
const unpacked = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(HEADER + count * TABLE_RECORD);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20;
    const [at, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(at, at + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const record = HEADER + index * TABLE_RECORD;
    woff.copy(directory, record, entry, entry + 4);
    woff.copy(directory, record + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(length, record + 12);
    const padded = Buffer.concat([table, Buffer.alloc(-length & 3)]);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([directory, ...tables]);
};

const load = async (packageName: string, file: string): Promise<fontkit.Font> => {
  const path = require.resolve(`${packageName}/files/${file}-normal.woff`);
  const font = fontkit.create(unpacked(await readFile(path))) as fontkit.Font;
  // The subsets of a font share its name, by which PDFKit would take them for the same font.
  Object.defineProperty(font, 'postscriptName', { value: file });
  return font;
};

/** The fonts of receipts: Noto Sans for Latin, Cyrillic, Greek, Devanagari, common Chinese characters and kana. */
export class Typefaces {
  private constructor(private readonly fonts: Readonly<Record<Weight, readonly fontkit.Font[]>>) {}

  static async load(): Promise<Typefaces> {
    const all = async (weight: 400 | 600): Promise<fontkit.Font[]> =>
      Promise.all(SUBSETS.map(([name, file, hasBold]) => load(name, `${file}-${hasBold ? weight : 400}`)));
    return new Typefaces({ regular: await all(400), bold: await all(600) });
  }

  /** The text in pieces of one font each. A character that none has becomes a question mark. */
  runs(text: string, weight: Weight): Run[] {
    const fonts = this.fonts[weight];
    const runs: { text: string; font: fontkit.Font }[] = [];
    for (const character of text.normalize('NFC')) {
      const code = character.codePointAt(0) ?? 0;
      const last = runs.at(-1);
      const hasIt = (font: fontkit.Font): boolean => font.hasGlyphForCodePoint(code);
      const having = last !== undefined && hasIt(last.font) ? last.font : fonts.find(hasIt);
      const [font, drawn] = having === undefined ? [fonts[0] as fontkit.Font, MISSING] : [having, character];
      if (font === last?.font) last.text += drawn;
      else runs.push({ text: drawn, font });
    }
    return runs;
  }
}
