import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Script {
  UNICODE_RANGE: string;
  subsets: () => Promise<{ name: string; bytes: Uint8Array }[]>;
}

describe('the fonts in src/styles/fonts', () => {
  it('are what the script cuts from the packages, and what the style sheet says they hold', async () => {
    const script = '../scripts/subset-fonts.mjs';
    const { subsets, UNICODE_RANGE } = (await import(script)) as Script;
    const sheet = readFileSync(new URL('../src/styles/fonts.css', import.meta.url), 'utf8').replace(/\s+/g, ' ');
    for (const { name, bytes } of await subsets()) {
      const written = readFileSync(new URL(`../src/styles/fonts/${name}`, import.meta.url));
      expect([name, written.equals(bytes)]).toEqual([name, true]);
      expect(sheet).toMatch(new RegExp(`${name}[^}]*unicode-range: ${UNICODE_RANGE.replaceAll('+', '\\+')};`));
    }
  });
});
