import { describe, expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

describe('the spread of a few values', () => {
  it('takes the middle of an odd and of an even number of values', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
    expect(spreadOf([4, 1, 2, 3])).toEqual({ min: 1, median: 2.5, max: 4 });
  });
});
