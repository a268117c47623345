import { describe, expect, it } from 'vitest';
import { betterRefunds, refundPercent, refundWords } from './refund-policy.ts';

const step = (day: number, percent: number) => ({
  until: `2026-11-${String(day).padStart(2, '0')}T05:00:00.000Z`,
  percent,
});
const policy = [step(2, 100), step(14, 50)];
const at = (instant: string): Date => new Date(instant);

describe('the refund of a withdrawal', () => {
  it('is that of the step which has not ended', () => {
    expect(refundPercent(policy, at('2026-11-02T04:59:59.999Z'))).toBe(100);
    expect(refundPercent(policy, at('2026-11-02T05:00:00.000Z'))).toBe(50);
    expect(refundPercent(policy, at('2026-11-14T05:00:00.000Z'))).toBe(0);
    expect(refundPercent([], at('2026-11-01T00:00:00.000Z'))).toBe(0);
  });

  it('is the better one of two policies', () => {
    const better = betterRefunds(policy, [step(1, 100), step(10, 80), step(20, 20)]);
    expect(better).toEqual([step(2, 100), step(10, 80), step(14, 50), step(20, 20)]);
    for (let hour = 0; hour < 24 * 22; hour += 1) {
      const now = new Date(Date.parse('2026-10-31T05:00:00.000Z') + hour * 3_600_000);
      expect(refundPercent(better, now)).toBe(
        Math.max(refundPercent(policy, now), refundPercent([step(1, 100), step(10, 80), step(20, 20)], now)),
      );
    }
    expect(betterRefunds(policy, policy)).toEqual(policy);
    expect(betterRefunds([], policy)).toEqual(policy);
    expect(betterRefunds([step(14, 60)], policy)).toEqual([step(2, 100), step(14, 60)]);
  });

  it('is said with the steps that are left, in the zone of the event', () => {
    const zone = 'America/New_York';
    expect(refundWords(policy, zone, at('2026-11-01T00:00:00.000Z'))).toBe(
      '100% until Nov 2, 12:00 AM EST; 50% until Nov 14, 12:00 AM EST; nothing after that',
    );
    expect(refundWords(policy, zone, at('2026-11-03T00:00:00.000Z'))).toBe(
      '50% until Nov 14, 12:00 AM EST; nothing after that',
    );
    expect(refundWords(policy, zone, at('2026-11-15T00:00:00.000Z'))).toBe('nothing any more');
    expect(refundWords([], zone, at('2026-11-15T00:00:00.000Z'))).toBeNull();
  });
});
