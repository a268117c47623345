import { expect, it } from 'vitest';
import { slotWords } from './slot-words.ts';

it.each([
  ['2025-01-24T20:00:00.000Z', 'America/New_York', 'Friday, Jan 24, 3:00 PM EST'],
  ['2025-07-04T19:30:00.000Z', 'America/New_York', 'Friday, Jul 4, 3:30 PM EDT'],
  ['2025-07-04T19:30:00.000Z', 'Europe/Berlin', 'Friday, Jul 4, 9:30 PM GMT+2'],
])('says %s in %s as %s, with the zone as the date has it', (startsAt, timeZone, words) => {
  expect(slotWords({ startsAt, endsAt: startsAt, timeZone })).toBe(words);
});
