import { describe, expect, it } from 'vitest';
import { CUT_NAMES, missingCharacters, typeface } from './typefaces.ts';

const widthOf = (cut: Parameters<typeof typeface>[0], text: string): number => typeface(cut).layout(text).advanceWidth;

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
