import { describe, expect, it } from 'vitest';
import { onRing, seasonOf } from './season.ts';

describe('the ring of the year', () => {
  it('begins on top and goes clockwise', () => {
    expect(onRing(0, 100, 200)).toEqual({ x: 200, y: 100 });
    expect(onRing(365 / 4, 100, 200)).toEqual({ x: 300, y: 200 });
    expect(onRing(365 / 2, 100, 200)).toEqual({ x: 200, y: 300 });
  });

  it('knows which tournament a date belongs to, also over the new year', () => {
    expect(
      ['2026-02-28', '2026-05-16', '2026-08-15', '2026-11-21'].map((day) => seasonOf(new Date(`${day}T17:00:00Z`))),
    ).toEqual(['Winter', 'Spring', 'Summer', 'Fall']);
    expect(seasonOf(new Date('2026-12-29T00:00:00Z'))).toBe('Fall');
    expect(seasonOf(new Date('2026-01-20T00:00:00Z'))).toBe('Winter');
  });
});
