import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@lectern/contracts/errors';
import { PacedTurns } from './paced-turns.ts';

const PAUSE_MS = 40;
const staying = new AbortController().signal;
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
        await turns.take('a network', 'somebody', staying);
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

  it('is refused where too many wait, the oldest of the account that is tried most, and others are not', async () => {
    const turns = new PacedTurns(PAUSE_MS, 1, 2);
    const calls = ['one a', 'one a', 'one a', 'one b', 'another a'].map((call) => call.split(' '));
    const outcomes = await Promise.all(calls.map(([network, asker]) => outcome(turns.take(network!, asker!, staying))));
    expect(outcomes).toEqual(['let through', 'too_many_requests', 'let through', 'let through', 'let through']);
    expect(await outcome(turns.take('one', 'a', staying))).toBe('let through');
  });

  it('gives its turn on when it hangs up, also in its pause', async () => {
    const turns = new PacedTurns(2 ** 30, 1, 1);
    const [pausing, waiting, next] = [new AbortController(), new AbortController(), new AbortController()];
    const calls = [pausing, waiting].map(({ signal }) => outcome(turns.take('one', 'a', signal)));
    waiting.abort();
    expect(await calls[1]).toBe('too_many_requests');
    const last = outcome(turns.take('one', 'a', next.signal));
    pausing.abort();
    expect(await calls[0]).toBe('too_many_requests');
    next.abort();
    expect(await last).toBe('too_many_requests');
  });
});
