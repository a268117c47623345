import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const FILES = {
  fraunces: ['@fontsource-variable/fraunces', 'fraunces-latin-full-normal.woff2'],
  frauncesItalic: ['@fontsource-variable/fraunces', 'fraunces-latin-full-italic.woff2'],
  sourceSans: ['@fontsource-variable/source-sans-3', 'source-sans-3-latin-wght-normal.woff2'],
  sourceSansItalic: ['@fontsource-variable/source-sans-3', 'source-sans-3-latin-wght-italic.woff2'],
} as const;

const display = (wght: number, opsz: number) => ({ wght, opsz, SOFT: 0, WONK: 0 });

/** The cuts that documents and cards are set in, each a fixed instance of a variable font. */
const CUTS = {
  title: { file: 'fraunces', name: 'Fraunces-Title', axes: display(560, 120) },
  heading: { file: 'fraunces', name: 'Fraunces-Heading', axes: display(600, 40) },
  quote: { file: 'frauncesItalic', name: 'Fraunces-Quote', axes: display(420, 36) },
  text: { file: 'sourceSans', name: 'SourceSans3-Text', axes: { wght: 400 } },
  strong: { file: 'sourceSans', name: 'SourceSans3-Strong', axes: { wght: 650 } },
  emphasis: { file: 'sourceSansItalic', name: 'SourceSans3-Emphasis', axes: { wght: 400 } },
} as const satisfies Record<string, { file: keyof typeof FILES; name: string; axes: Record<string, number> }>;

export type Cut = keyof typeof CUTS;
export const CUT_NAMES = Object.keys(CUTS) as Cut[];

const drawn = async (cut: Cut): Promise<fontkit.Font> => {
  const { file, name, axes } = CUTS[cut];
  const [packageName, fileName] = FILES[file];
  const packed = readFileSync(join(dirname(require.resolve(`${packageName}/package.json`)), 'files', fileName));
  const instance = await subsetFont(packed, '', {
    targetFormat: 'sfnt',
    keepAllGlyphs: true,
    noHinting: true,
    variationAxes: axes,
  });
  const font = fontkit.create(instance) as fontkit.Font;
  // Instances of one file have the same name, by which PDFKit would take them for the same font.
  Object.defineProperty(font, 'postscriptName', { value: name });
  return font;
};

// fontkit can lay text in an instance of a variable font, but not embed one: each cut is a plain font.
const cuts = new Map<Cut, fontkit.Font>();
for (const cut of CUT_NAMES) cuts.set(cut, await drawn(cut));

/** One cut as a font of its own: outlines, metrics and kerning are those of the instance. */
export const typeface = (cut: Cut): fontkit.Font => cuts.get(cut)!;

/** Characters of `text` that the cut cannot draw. */
export const missingCharacters = (text: string, cut: Cut = 'text'): string[] => {
  const font = typeface(cut);
  return [...new Set(text)].filter(
    (character) => character > ' ' && !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
};
