import { describe, expect, it } from 'vitest';
import { boundsOf, monthIn, monthsBetween } from './calendar-month.ts';

const ZONE = 'America/Los_Angeles';

describe('a month of a time zone', () => {
  it('begins and ends with its clocks, also when they are changed within it', () => {
    expect(boundsOf(ZONE, '2026-11')).toEqual({
      from: '2026-11-01T07:00:00.000Z',
      before: '2026-12-01T08:00:00.000Z',
    });
    expect(boundsOf(ZONE, '2026-12').before).toBe('2027-01-01T08:00:00.000Z');
  });

  it('is that of the calendar there', () => {
    expect(monthIn(ZONE, new Date('2026-12-01T07:59:59.999Z'))).toBe('2026-11');
    expect(monthIn(ZONE, new Date('2026-12-01T08:00:00.000Z'))).toBe('2026-12');
  });

  it('is followed by the next one', () => {
    expect(monthsBetween('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11']);
    expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11']);
    for (const month of monthsBetween('2026-01', '2027-12'))
      expect(monthIn(ZONE, new Date(boundsOf(ZONE, month).from))).toBe(month);
  });
});
