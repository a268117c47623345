import { describe, expect, it } from 'vitest';
import { nextRow } from './next-row.ts';

describe('the keys of a table', () => {
  it('move by one row, to the first and to the last one', () => {
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => nextRow(key, 3, 9))).toEqual([4, 2, 0, 8]);
  });

  it('stop at the ends', () => {
    expect([nextRow('ArrowUp', 0, 9), nextRow('Home', 0, 9)]).toEqual([undefined, undefined]);
    expect([nextRow('ArrowDown', 8, 9), nextRow('End', 8, 9)]).toEqual([undefined, undefined]);
  });

  it('are no others', () => {
    expect(['Tab', 'a', 'PageDown'].map((key) => nextRow(key, 3, 9))).toEqual([undefined, undefined, undefined]);
  });
});
