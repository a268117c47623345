// Reduces the two preloaded fonts to the characters of an English page: 43 KB less before the first text appears.
// `node web/scripts/subset-fonts.mjs` writes them; a spec compares the written files with this script's output.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import subsetFont from 'subset-font';

const OUT = join(import.meta.dirname, '../src/styles/fonts');
const PACKAGES = join(import.meta.dirname, '../../node_modules/@fontsource-variable');

/** Basic Latin, Latin-1, and the punctuation and arrows of our texts. As `unicode-range` in fonts.css. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2015],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
];
export const UNICODE_RANGE = RANGES.map(([first, last]) =>
  first === last
    ? `U+${first.toString(16).toUpperCase()}`
    : `U+${first.toString(16).toUpperCase()}-${last.toString(16).toUpperCase()}`,
).join(', ');
const TEXT = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join('');

const FONTS = [
  // A display cut at every size; the optical size axis alone is half of the file.
  {
    name: 'fraunces-72',
    from: 'fraunces/files/fraunces-latin-opsz-normal.woff2',
    axes: { opsz: 72, wght: { min: 400, max: 700 } },
  },
  {
    name: 'source-sans-3',
    from: 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** Name and bytes of each font. The same input makes the same bytes. */
export const subsets = () =>
  Promise.all(
    FONTS.map(async ({ name, from, axes }) => ({
      name: `${name}.woff2`,
      bytes: await subsetFont(readFileSync(join(PACKAGES, from)), TEXT, { targetFormat: 'woff2', variationAxes: axes }),
    })),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(OUT, { recursive: true });
  for (const { name, bytes } of await subsets()) {
    writeFileSync(join(OUT, name), bytes);
    console.log(`${name} ${bytes.length}`);
  }
}
