import { describe, expect, it } from 'vitest';
import { monthBounds } from './month-bounds.ts';

const ZONE = 'America/Los_Angeles';
const NOW = new Date('2026-03-01T05:00:00Z');

describe('the months of a chart', () => {
  it('are twelve that end with the present one where the association is', () => {
    const { months, bounds } = monthBounds({}, ZONE, NOW);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-03', '2026-02']);
    expect(bounds).toHaveLength(13);
    expect(bounds.at(-1)).toBe('2026-03-01T08:00:00.000Z');
  });

  it('begin at midnight there, before and after the clocks change', () => {
    expect(monthBounds({ from: '2026-03', to: '2026-11' }, ZONE, NOW).bounds).toEqual(
      expect.arrayContaining([
        '2026-03-01T08:00:00.000Z',
        '2026-04-01T07:00:00.000Z',
        '2026-11-01T07:00:00.000Z',
        '2026-12-01T08:00:00.000Z',
      ]),
    );
    expect(monthBounds({ from: '2026-01', to: '2026-01' }, 'Asia/Kolkata', NOW).bounds).toEqual([
      '2025-12-31T18:30:00.000Z',
      '2026-01-31T18:30:00.000Z',
    ]);
  });

  it('go over the turn of the year without a gap', () => {
    expect(monthBounds({ from: '2025-11', to: '2026-02' }, ZONE, NOW).months).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
  });

  it('are as many as are asked for, to the last one', () => {
    expect(monthBounds({ months: 3, to: '2026-01' }, ZONE, NOW).months).toEqual(['2025-11', '2025-12', '2026-01']);
  });

  it('are refused in the wrong order, where they are too many, and before the year 2000', () => {
    for (const range of [
      { to: '2008-06', months: 120 },
      { from: '2026-02', to: '2026-01' },
      { from: '2010-01', to: '2026-01' },
    ]) {
      expect(() => monthBounds(range, ZONE, NOW)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    }
  });
});
