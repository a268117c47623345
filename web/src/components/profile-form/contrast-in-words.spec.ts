import { expect, it } from 'vitest';
import { contrastInWords } from './contrast-in-words.ts';

it.each([
  ['#b3372b', 'Readable on the pages: contrast 5.6.'],
  ['#ff8d7d', 'Too light: contrast 2.1, needs 5.'],
  // 4.97
  ['#6c6c6c', 'Too light: contrast 4.9, needs 5.'],
  ['#12345', '# and six hexadecimal digits, such as #b3372b.'],
  ['', '# and six hexadecimal digits, such as #b3372b.'],
])('%j is %s', (color, words) => {
  expect(contrastInWords(color)).toBe(words);
});
