import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { removedInWords, removeMany } from './remove-many.ts';

const NOUN = ['registration', 'registrations'] as const;
const refusal = (status: number): ApiError => new ApiError('No', { status, spoken: true });

describe('removing several rows', () => {
  it('removes one row after the other and counts the rows that were already gone', async () => {
    const [asked, done]: [string[], number[]] = [[], []];
    let underWay = 0;
    const outcome = await removeMany(
      ['a', 'b', 'c'],
      async (id) => {
        expect((underWay += 1)).toBe(1);
        asked.push(id);
        await Promise.resolve();
        underWay -= 1;
        if (id === 'b') throw refusal(404);
      },
      (count) => done.push(count),
    );
    expect([outcome, asked, done]).toEqual([{ removed: 2, gone: 1, stoppedBy: null }, ['a', 'b', 'c'], [1, 2, 3]]);
    expect(removedInWords(outcome, 3, NOUN)).toBe('2 registrations deleted. 1 registration had been deleted already.');
  });

  it('stops at the first error and says how many rows are left', async () => {
    const stop = refusal(503);
    const asked: string[] = [];
    const outcome = await removeMany(
      ['a', 'b', 'c'],
      async (id) => {
        asked.push(id);
        if (id === 'b') throw stop;
      },
      () => undefined,
    );
    expect([outcome, asked]).toEqual([{ removed: 1, gone: 0, stoppedBy: stop }, ['a', 'b']]);
    expect(removedInWords(outcome, 3, NOUN)).toBe('1 registration deleted. 2 registrations are still there.');
  });
});
