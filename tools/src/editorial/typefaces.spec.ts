import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { tablesOf } from './sfnt.ts';
import { CUT_NAMES, missingCharacters, typeface } from './typefaces.ts';
import { unpackWoff2 } from './woff2.ts';

const WOFF2 = createRequire(import.meta.url).resolve(
  '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
);
const widthOf = (cut: Parameters<typeof typeface>[0], text: string): number => typeface(cut).layout(text).advanceWidth;

describe('a WOFF2 file, unpacked', () => {
  const packed = readFileSync(WOFF2);
  const unpacked = unpackWoff2(packed);

  it('has the outlines, widths and boxes that fontkit reads in the packed one', () => {
    const [one, other] = [
      fontkit.create(Buffer.from(unpacked)) as fontkit.Font,
      fontkit.create(packed) as fontkit.Font,
    ];
    expect(one.numGlyphs).toBe(other.numGlyphs);
    for (let id = 0; id < other.numGlyphs; id += 1) {
      const [here, there] = [one.getGlyph(id), other.getGlyph(id)];
      expect({ id, path: here.path.toSVG(), width: here.advanceWidth }).toEqual({
        id,
        path: there.path.toSVG(),
        width: there.advanceWidth,
      });
    }
  });

  it('has every table once, within the file', () => {
    const tables = tablesOf(unpacked);
    expect([...tables.keys()]).toEqual(
      expect.arrayContaining(['cmap', 'glyf', 'gvar', 'head', 'hmtx', 'loca', 'maxp']),
    );
    for (const table of tables.values())
      expect(table.byteOffset + table.byteLength).toBeLessThanOrEqual(unpacked.byteOffset + unpacked.byteLength);
  });

  it.each([
    ['text', Buffer.from('no font at all')],
    ['a TrueType file', Buffer.from(unpacked.subarray(0, 64))],
  ])('is refused when it is %s', (_what, file) => {
    expect(() => unpackWoff2(file)).toThrow('This is no WOFF2 file');
  });
});

describe('the font cuts', () => {
  const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,;:!?&()[]/+-–—…‘’“”·×°§%$éüñç';

  it.each(CUT_NAMES)('draw every character of our texts: %s', (cut) => {
    expect(missingCharacters(CHARACTERS, cut)).toEqual([]);
    for (const glyph of typeface(cut).layout(CHARACTERS.replaceAll(' ', '')).glyphs)
      expect(glyph.path.commands.length).toBeGreaterThan(2);
  });

  it('are instances: of one file, another weight is another outline and another width', () => {
    expect(widthOf('strong', 'argument')).toBeGreaterThan(widthOf('text', 'argument'));
    expect(typeface('title').layout('a').glyphs[0]?.path.toSVG()).not.toBe(
      typeface('heading').layout('a').glyphs[0]?.path.toSVG(),
    );
  });

  it('are plain fonts with names of their own, as a PDF needs them', () => {
    for (const cut of CUT_NAMES) expect(Object.keys(typeface(cut).variationAxes ?? {})).toEqual([]);
    expect(new Set(CUT_NAMES.map((cut) => typeface(cut).postscriptName)).size).toBe(CUT_NAMES.length);
  });

  it('have kerning', () => {
    expect(widthOf('title', 'AV')).toBeLessThan(widthOf('title', 'A') + widthOf('title', 'V'));
  });

  it('name the characters that they lack', () => {
    expect(missingCharacters('a → b ☐ a →')).toEqual(['→', '☐']);
  });
});
