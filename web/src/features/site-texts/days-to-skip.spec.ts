import { expect, it } from 'vitest';
import { daysToSkip } from './days-to-skip.ts';

const ZONE = 'America/Los_Angeles';
const HOURS = { weekday: 'Sunday', begins: '08:00', minutes: 120 } as const;
const firstAt = (now: string, hours: Parameters<typeof daysToSkip>[2] = HOURS) =>
  daysToSkip(new Date(now), ZONE, hours)[0];

it('offers today until the hours are over, in the zone of the association', () => {
  expect(firstAt('2026-11-29T17:59:00Z')).toBe('2026-11-29');
  expect(firstAt('2026-11-29T18:00:00Z')).toBe('2026-12-06');
  // Sunday evening there, Monday in UTC.
  expect(firstAt('2026-11-30T03:00:00Z')).toBe('2026-12-06');
});

it('offers today while the time is being typed', () => {
  expect(firstAt('2026-11-29T20:00:00Z', { ...HOURS, begins: '' })).toBe('2026-11-29');
});

it('offers a year, each day once', () => {
  const days = daysToSkip(new Date('2026-11-25T12:00:00Z'), ZONE, HOURS);
  expect([days.length, new Set(days).size, days.at(-1)]).toEqual([52, 52, '2027-11-21']);
});
