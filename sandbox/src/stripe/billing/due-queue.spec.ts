import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DueQueue } from './due-queue.ts';

const drain = (queue: DueQueue, until: number): string[] => {
  const keys: string[] = [];
  for (let next = queue.first(until); next !== undefined; next = queue.first(until)) {
    keys.push(next.key);
    queue.plan(next.key, undefined);
  }
  return keys;
};

describe('planned work', () => {
  it('comes in order of time, and in order of planning at the same time', () => {
    const queue = new DueQueue();
    queue.plan('late', 30);
    queue.plan('first of two', 20);
    queue.plan('second of two', 20);
    queue.plan('early', 10);
    queue.plan('never', 40);
    expect(drain(queue, 30)).toEqual(['early', 'first of two', 'second of two', 'late']);
  });

  it('runs at the time that was planned last', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      at: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = new DueQueue();
        const plan = new Map<string, number>();
        for (const { key, at } of steps) {
          queue.plan(key, at);
          if (at === undefined) plan.delete(key);
          else plan.set(key, at);
        }
        const drained = drain(queue, 40);
        expect([...drained].sort()).toEqual(
          [...plan]
            .filter(([, at]) => at <= 40)
            .map(([key]) => key)
            .sort(),
        );
        const times = drained.map((key) => plan.get(key) ?? 0);
        expect(times).toEqual([...times].sort((one, other) => one - other));
      }),
    );
  });
});
