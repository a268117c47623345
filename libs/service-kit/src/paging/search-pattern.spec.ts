import { expect, it } from 'vitest';
import { namePattern, searchPattern } from './search-pattern.ts';

it.each([
  [undefined, null],
  ['', null],
  ['   ', null],
  ['Ann', '%ann%'],
  [' Ann   Lee ', '%ann lee%'],
  ['Jo', '% jo%'],
  ['100%', '%100\\%%'],
  ['a_b\\', '%a\\_b\\\\%'],
])('%p is looked for as %p', (typed, pattern) => {
  expect(searchPattern(typed)).toBe(pattern);
});

it('looks for a name without accents', () => {
  expect([namePattern('Zoé'), namePattern('ZOE'), namePattern(undefined)]).toEqual(['%zoe%', '%zoe%', null]);
});
