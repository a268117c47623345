import { describe, expect, it } from 'vitest';
import {
  boundsInEveryZone,
  datesOf,
  mentionsDates,
  nextDescription,
  nextTitle,
  quarterAfter,
  quarterOf,
} from './next-quarter.ts';

describe('the next quarter', () => {
  it.each([
    ['2026-Q1', '2026-01-01', '2026-04-01', '2026-Q2'],
    ['2026-Q3', '2026-07-01', '2026-10-01', '2026-Q4'],
    ['2026-Q4', '2026-10-01', '2027-01-01', '2027-Q1'],
  ])('after %s, from %s until %s, is %s', (quarter, from, until, after) => {
    expect([datesOf(quarter), quarterAfter(quarter), quarterOf(from)]).toEqual([{ from, until }, after, quarter]);
  });

  it('is found in every zone', () => {
    const { from, until } = boundsInEveryZone(datesOf('2026-Q4'));
    // The first and the last moments of the quarter on the far sides of the date line.
    expect(from < new Date('2026-09-30T10:00:00Z')).toBe(true);
    expect(until > new Date('2027-01-01T12:00:00Z')).toBe(true);
  });
});

it.each([
  ['Online Winter Classic', 'Online Spring Classic'],
  ['Online Spring Classic', 'Online Summer Classic'],
  ['Online Summer Classic', 'Online Fall Classic'],
  ['Online Fall Classic', 'Online Winter Classic'],
  ['Fall Tournament Prep Bootcamp', 'Winter Tournament Prep Bootcamp'],
  ['Springfield Open', 'Springfield Open'],
])('“%s” is followed by “%s”', (title, next) => {
  expect(nextTitle(title)).toBe(next);
});

it('names the tournament of the next season in a description, and leaves the rest', () => {
  const description = 'Four Sundays in October that take you to the Online Fall Classic. Fall is short.';
  expect(nextDescription(description)).toBe(
    'Four Sundays in October that take you to the Online Winter Classic. Fall is short.',
  );
  expect(mentionsDates(description)).toBe(true);
  expect(mentionsDates('Ends two weeks before the Online Winter Classic.')).toBe(false);
  expect(mentionsDates('You may enter. Four rounds.')).toBe(false);
  expect(mentionsDates('Feedback before Thanksgiving.')).toBe(true);
});
