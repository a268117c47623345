import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@lectern/contracts/errors';
import { PacedTurns } from './paced-turns.ts';

const PAUSE_MS = 40;
const outcome = (turn: Promise<void>): Promise<string> =>
  turn.then(
    () => 'let through',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

describe('a caller that is slowed down', () => {
  it('is let through a few at a time, in order, each after a pause', async () => {
    const turns = new PacedTurns(PAUSE_MS, 2, 10);
    const began = performance.now();
    const through: number[] = [];
    const at: number[] = [];
    await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await turns.take('a network');
        through.push(index);
        at.push(performance.now() - began);
      }),
    );
    expect(through).toEqual([0, 1, 2, 3, 4, 5]);
    // Timers may be a millisecond early.
    expect(at[0]).toBeGreaterThanOrEqual(PAUSE_MS - 1);
    expect(at[2]).toBeGreaterThanOrEqual(2 * PAUSE_MS - 2);
    expect(at[5]).toBeGreaterThanOrEqual(3 * PAUSE_MS - 3);
  });

  it('is refused where too many wait, and others are not', async () => {
    const turns = new PacedTurns(PAUSE_MS, 1, 2);
    const outcomes = await Promise.all(
      ['one', 'one', 'one', 'one', 'another'].map((caller) => outcome(turns.take(caller))),
    );
    expect(outcomes).toEqual(['let through', 'let through', 'let through', 'too_many_requests', 'let through']);
    expect(await outcome(turns.take('one'))).toBe('let through');
  });
});
