import { describe, expect, it } from 'vitest';
import { countChanges } from './count-changes.ts';

describe('the counts', () => {
  it('report only the numbers that changed, and none on the first load', () => {
    expect(countChanges(undefined, { a: 1 })).toEqual({});
    expect(countChanges({ a: 1, b: 5, c: 2 }, { a: 2, b: 5, c: 1 })).toEqual({ a: 1, c: -1 });
  });
});
