import { describe, expect, it } from 'vitest';
import { type BenchRow, formatTable, isReached } from './bench-table.ts';

const row = (ratios: readonly number[], targetRatio: number): BenchRow => ({
  what: 'calls',
  unit: 'calls/s',
  controlName: 'stock',
  repetitions: ratios.map((ratio) => ({ ours: ratio * 1_000, control: 1_000 })),
  targetRatio,
});

describe('the table of measurements', () => {
  it('reaches a target by the middle ratio, not by the best one', () => {
    expect(isReached(row([1.4, 1.4, 9], 1.5))).toBe(false);
    expect(isReached(row([1.4, 1.6, 1.7], 1.5))).toBe(true);
  });

  it('prints ratios with their spread', () => {
    expect(formatTable([row([1, 2, 3], 1.5)])).toContain(
      '| calls | 2,000 calls/s | stock: 1,000 calls/s | 1.00 / **2.00** / 3.00 | ≥ 1.5 | yes |',
    );
  });

  it('refuses to print what was not measured', () => {
    expect(() => formatTable([row([], 1)])).toThrow('Nothing was measured');
  });
});
