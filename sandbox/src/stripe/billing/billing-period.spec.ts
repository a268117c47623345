import { describe, expect, it } from 'vitest';
import { nextPeriodEnd, periodEnd } from './billing-period.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
const monthly = { interval: 'month', interval_count: 1 } as const;

describe('billing periods', () => {
  it('ends a month later at the same day and hour', () => {
    expect(iso(periodEnd(at('2025-11-15T10:30:00Z'), monthly, 1))).toBe('2025-12-15T10:30:00');
  });

  it('takes the last day of a short month and returns to the anchor day after it', () => {
    const anchor = at('2026-01-31T08:00:00Z');
    const february = nextPeriodEnd(anchor, monthly, anchor);
    expect(iso(february)).toBe('2026-02-28T08:00:00');
    expect(iso(nextPeriodEnd(anchor, monthly, february))).toBe('2026-03-31T08:00:00');
  });

  it('ends a year later, on February 28 after a leap day', () => {
    expect(iso(periodEnd(at('2024-02-29T00:00:00Z'), { interval: 'year', interval_count: 1 }, 1))).toBe(
      '2025-02-28T00:00:00',
    );
  });

  it('counts weeks and days in days', () => {
    const anchor = at('2026-03-07T12:00:00Z');
    expect(iso(periodEnd(anchor, { interval: 'week', interval_count: 2 }, 1))).toBe('2026-03-21T12:00:00');
    expect(iso(periodEnd(anchor, { interval: 'day', interval_count: 3 }, 2))).toBe('2026-03-13T12:00:00');
  });
});
