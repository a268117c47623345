import { describe, expect, it } from 'vitest';
import { type CellResult, formatCells, isInTime, isWhole } from './cell-table.ts';

const WHOLE: CellResult = {
  fault: 'FLUSHALL',
  lost: 0,
  doubled: 0,
  stuck: 0,
  wrong: 0,
  uncertain: 2,
  promises: 12,
  recoveryMs: 1_234,
  recoveredLast: 'register',
  recoveryLimitMs: 5_000,
  restMs: 600,
  findings: [],
  refusals: [],
};

describe('the result of a fault cell', () => {
  it('is whole when nothing was lost, doubled, stuck or wrong; emails that are named as uncertain are not lost', () => {
    expect(isWhole(WHOLE)).toBe(true);
    for (const what of ['lost', 'doubled', 'stuck', 'wrong'] as const)
      expect([what, isWhole({ ...WHOLE, [what]: 1 })]).toEqual([what, false]);
  });

  it('is not whole when something never recovered, and late when it recovered after its limit', () => {
    expect(isWhole({ ...WHOLE, recoveryMs: Infinity })).toBe(false);
    expect([isInTime(WHOLE), isInTime({ ...WHOLE, recoveryMs: 5_001 })]).toEqual([true, false]);
  });

  it('is a line of the table that shows the result', () => {
    expect(formatCells([WHOLE]).split('\n')[2]).toBe(
      '| FLUSHALL | 12 | 0 | 0 | 0 | 0 | 2 | 1.2 s (≤ 5 s) | 0.6 s | yes |',
    );
    expect(formatCells([{ ...WHOLE, doubled: 1, recoveryMs: Infinity }]).split('\n')[2]).toBe(
      '| FLUSHALL | 12 | 0 | 1 | 0 | 0 | 2 | never (≤ 5 s) | 0.6 s | NO |',
    );
  });
});
