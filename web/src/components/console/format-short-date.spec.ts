import { describe, expect, it } from 'vitest';
import { shortDate, shortDateTime } from './format-short-date.ts';

const ZONE = 'America/Los_Angeles';
const NOW = new Date('2026-01-01T12:00:00Z');

describe('a date in a list', () => {
  it('names the year only if it is another one, in the zone of the list', () => {
    expect(shortDate('2026-11-23T20:00:00Z', ZONE, NOW)).toBe('Nov 23');
    expect(shortDate('2025-11-23T20:00:00Z', ZONE, NOW)).toBe('Nov 23, 2025');
    // Still New Year's Eve there.
    expect(shortDate('2026-01-01T07:59:00Z', ZONE, NOW)).toBe('Dec 31, 2025');
  });

  it('has the time where it is asked for', () => {
    expect(shortDateTime('2026-01-01T08:05:00Z', ZONE, NOW)).toBe('Jan 1, 12:05 AM');
  });
});
