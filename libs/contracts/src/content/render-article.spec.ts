import { describe, expect, it } from 'vitest';
import { anchorOf, renderArticle } from './render-article.ts';

describe('the form of a heading in an address', () => {
  it('has neither accents, apostrophes nor capitals', () => {
    expect(anchorOf('José’s 2 “Openings”')).toBe('jose-s-2-openings');
  });

  // Ordering combining marks of two classes takes time that grows with the square of their number.
  it('is made from its beginning only, however long it is', () => {
    expect(anchorOf(`${'a'.repeat(200)}${'\u0301\u0323'.repeat(50_000)}b`)).toBe('a'.repeat(200));
  });
});

describe('the problems of an article', () => {
  it('name an element once, and an end tag without its beginning', () => {
    expect(renderArticle('A <b>loud</b> word.').problems).toEqual(['has HTML of its own, which cannot be shown: <b>']);
    expect(renderArticle('A word.</i>').problems).toEqual(['has HTML of its own, which cannot be shown: </i>']);
  });
});
