import { describe, expect, it } from '@jest/globals';
import { Pace } from './pace.ts';

/** Takes batches of a hundred until the instant `until`, as fast as the pace allows but no faster than `able` a second. Returns the number of emails. */
const send = (pace: Pace, from: number, until: number, able = Infinity): number => {
  let messages = 0;
  for (let now = from; ; messages += 100) {
    now += Math.max(pace.take(100, now), 100_000 / able);
    if (now >= until) return messages;
  }
};

describe('the pace of campaigns', () => {
  it('lets the first request go immediately, and each next one after the time of those before', () => {
    const pace = new Pace(1_000);
    expect([pace.take(500, 0), pace.take(500, 0), pace.take(500, 700)]).toEqual([0, 500, 300]);
    expect(pace.take(500, 10_000)).toBe(0);
  });

  it('slows down from the actual rate, and speeds up step by step to the maximum', () => {
    const pace = new Pace(10_000);
    pace.adjust(false, 0);
    send(pace, 0, 500, 4_000);
    pace.adjust(true, 500);
    expect(pace.current).toBeGreaterThan(2_000);
    expect(pace.current).toBeLessThanOrEqual(2_500);
    const slow = pace.current;
    pace.adjust(false, 1_000);
    expect(pace.current).toBeCloseTo(slow * 1.1);
    for (let now = 1_500; now < 20_000; now += 500) pace.adjust(false, now);
    expect(pace.current).toBe(10_000);
  });

  it('never stops: the minimum is a twentieth of the maximum', () => {
    const pace = new Pace(10_000);
    for (let now = 0; now < 10_000; now += 500) pace.adjust(true, now);
    expect(pace.current).toBe(500);
    expect(send(pace, 10_000, 20_000)).toBeGreaterThanOrEqual(4_900);
  });

  it('starts again at the maximum after a rest', () => {
    const pace = new Pace(10_000);
    for (let now = 0; now < 10_000; now += 500) pace.adjust(true, now);
    pace.adjust(true, 60_000);
    expect(pace.current).toBe(10_000);
  });
});
