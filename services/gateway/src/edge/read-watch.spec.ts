import { describe, expect, it, jest } from '@jest/globals';
import { ReadWatch } from './read-watch.ts';

const reportsOf = (reads: readonly number[]): number => {
  const publish = jest.fn();
  const watch = new ReadWatch(publish);
  for (const ms of reads) watch.note(ms);
  watch.judge();
  watch.judge();
  return publish.mock.calls.length;
};
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('a watch on reads', () => {
  it('reports once when a tenth or more of the reads are slow', () => {
    expect(reportsOf([...times(27, 5), ...times(3, 76)])).toBe(1);
    expect(reportsOf(times(3, 1_000))).toBe(1);
  });

  it('reports nothing for fewer, however slow, and nothing for none', () => {
    expect(reportsOf([...times(28, 5), ...times(3, 1_000)])).toBe(0);
    expect(reportsOf(times(2, 1_000))).toBe(0);
    expect(reportsOf(times(100, 75))).toBe(0);
    expect(reportsOf([])).toBe(0);
  });
});
