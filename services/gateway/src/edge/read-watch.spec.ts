import { describe, expect, it, jest } from '@jest/globals';
import { ReadWatch } from './read-watch.ts';

const secretsOf = (reads: readonly number[]): number => {
  const publish = jest.fn();
  const watch = new ReadWatch(publish);
  for (const ms of reads) watch.note(ms);
  watch.judge();
  watch.judge();
  return publish.mock.calls.length;
};
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('a watch on reads', () => {
  it('tells once of reads of which a tenth or more are slow', () => {
    expect(secretsOf([...times(27, 5), ...times(3, 76)])).toBe(1);
    expect(secretsOf(times(3, 1_000))).toBe(1);
  });

  it('tells nothing of fewer, however slow, and nothing of none', () => {
    expect(secretsOf([...times(28, 5), ...times(3, 1_000)])).toBe(0);
    expect(secretsOf(times(2, 1_000))).toBe(0);
    expect(secretsOf(times(100, 75))).toBe(0);
    expect(secretsOf([])).toBe(0);
  });
});
