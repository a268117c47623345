import { describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { FairTurns } from './fair-turns.ts';

/** Turns of which one is taken until `release` is called; `ask` records the outcome of an asker's work, and `done` the order. */
const taken = (limits: { concurrent?: number; mostWaiting?: number } = {}) => {
  const turns = new FairTurns({ concurrent: 1, mostWaiting: 10, retryAfter: 2, ...limits });
  const done: string[] = [];
  let release = (): void => undefined;
  const first = turns.run('the first', () => new Promise<void>((resolve) => (release = resolve)));
  const ask = async (asker: string, name = asker, signal?: AbortSignal): Promise<string> => {
    const work = async (): Promise<string> => {
      done.push(name);
      return 'done';
    };
    return turns
      .run(asker, work, signal)
      .catch((error: unknown) => (error instanceof DomainError ? error.code : String(error)));
  };
  return { turns, done, ask, release: () => release(), first };
};

describe('waiting tasks', () => {
  it('begin by turns of their callers, the oldest of each caller first', async () => {
    const { turns, ask, release, done } = taken();
    const asked = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name[0]!, name));
    expect(done).toEqual([]);
    release();
    await Promise.all(asked);
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(turns.isIdle).toBe(true);
  });

  it('are refused when too many wait: the oldest of the caller with the most waiting tasks', async () => {
    const { ask, release, done } = taken({ mostWaiting: 3 });
    const asked = ['b1', 'a1', 'a2', 'a3', 'c1'].map((name) => ask(name[0]!, name));
    expect(await Promise.race(asked)).toBe('too_many_requests');
    release();
    expect(await Promise.all(asked)).toEqual(['done', 'too_many_requests', 'too_many_requests', 'done', 'done']);
    expect(done).toEqual(['b1', 'a3', 'c1']);
  });

  it('begin once each although other callers come later', async () => {
    const { ask, release, done } = taken({ mostWaiting: 2 });
    const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name));
    expect(await Promise.race(asked)).toBe('too_many_requests');
    release();
    expect(await Promise.all(asked)).toEqual(['done', 'done', 'too_many_requests', 'too_many_requests']);
    expect(done).toEqual(['a', 'b']);
  });

  it('leave the queue where their signal aborts before their turn, and not after', async () => {
    const { turns, ask, release, first } = taken({ mostWaiting: 1 });
    const gone = new AbortController();
    const waiting = ask('a', 'gone', gone.signal);
    gone.abort('hung up');
    expect(await waiting).toBe('hung up');
    expect(await ask('a', 'gone already', gone.signal)).toBe('hung up');
    const late = new AbortController();
    const next = ask('b', 'late', late.signal);
    release();
    await first;
    late.abort('hung up');
    expect(await next).toBe('done');
    expect(turns.isIdle).toBe(true);
  });

  it('begin after one that failed, too', async () => {
    const { turns, ask, release } = taken();
    release();
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await ask('a')).toBe('done');
    expect(turns.isIdle).toBe(true);
  });
});
