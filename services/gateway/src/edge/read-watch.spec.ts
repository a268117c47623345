import { describe, expect, it, jest } from '@jest/globals';
import { ReadWatch } from './read-watch.ts';

const toldOf = (reads: readonly number[]): number => {
  const tell = jest.fn();
  const watch = new ReadWatch(tell);
  for (const ms of reads) watch.note(ms);
  watch.judge();
  watch.judge();
  return tell.mock.calls.length;
};
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('a watch on reads', () => {
  it('tells once of reads of which a tenth or more are slow', () => {
    expect(toldOf([...times(27, 5), ...times(3, 76)])).toBe(1);
    expect(toldOf(times(3, 1_000))).toBe(1);
  });

  it('tells nothing of fewer, however slow, and nothing of none', () => {
    expect(toldOf([...times(28, 5), ...times(3, 1_000)])).toBe(0);
    expect(toldOf(times(2, 1_000))).toBe(0);
    expect(toldOf(times(100, 75))).toBe(0);
    expect(toldOf([])).toBe(0);
  });
});
