import { expect, it } from 'vitest';
import { slotWords } from './slot-words.ts';

it.each([
  ['2025-01-24T20:00:00.000Z', 'Friday, Jan 24, 3:00 PM EST'],
  ['2025-07-04T19:30:00.000Z', 'Friday, Jul 4, 3:30 PM EDT'],
])('says %s as %s, with the zone as the date has it', (startsAt, words) => {
  expect(slotWords(startsAt)).toBe(words);
});
