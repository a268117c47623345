import { describe, expect, it } from 'vitest';
import { SystemClock } from './clock.ts';

const DAY_MS = 24 * 3_600_000;

describe('the clock', () => {
  it('gives the real time unless it was set', () => {
    expect(Math.abs(new SystemClock().now().getTime() - Date.now())).toBeLessThan(1_000);
  });

  it('runs on from the instant to which it was set', () => {
    expect(new SystemClock('2025-10-01T09:00:00Z').now().toISOString()).toMatch(/^2025-10-01T09:00:0/);
  });

  it('gives the same time in a process that starts a day after it was set', () => {
    const yesterday = new Date(Date.now() - DAY_MS).toISOString();
    expect(new SystemClock('2025-10-01T09:00:00Z', yesterday).now().toISOString()).toMatch(/^2025-10-02T09:00:0/);
  });
});
