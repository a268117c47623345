import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { changedInWords, changeMany } from './change-many.ts';

const refusal = (status: number): ApiError => new ApiError('No', { status, spoken: true });

describe('changing several conversations', () => {
  it('leaves those that somebody else changed or that are gone, and stops at another error', async () => {
    const errors = new Map([
      ['b', refusal(409)],
      ['c', refusal(404)],
      ['e', refusal(503)],
    ]);
    const [asked, done]: [string[], number[]] = [[], []];
    const outcome = await changeMany(
      ['a', 'b', 'c', 'd', 'e', 'f'],
      async (id) => {
        asked.push(id);
        const error = errors.get(id);
        if (error !== undefined) throw error;
      },
      (count) => done.push(count),
    );
    expect(outcome).toEqual({ changed: 2, left: 2, stoppedBy: errors.get('e') });
    expect([asked.join(''), done]).toEqual(['abcde', [1, 2, 3, 4]]);
    expect(changedInWords(outcome, 6, 'closed')).toBe(
      '2 conversations closed. 2 conversations changed meanwhile and were left as they are. 2 conversations are still to do.',
    );
    expect(changedInWords({ changed: 1, left: 0, stoppedBy: null }, 1, 'reopened')).toBe('1 conversation reopened.');
  });
});
