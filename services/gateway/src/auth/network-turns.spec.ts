import { describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { NetworkTurns } from './network-turns.ts';

const staying = new AbortController().signal;
const turnsOf = (concurrent: number, mostWaiting: number): NetworkTurns =>
  new NetworkTurns({ concurrent, mostWaiting, retryAfter: 2 });
const outcome = (turn: Promise<unknown>): Promise<string> =>
  turn.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
/** Work that lasts until `end` is called. */
const lasting = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
};

describe('the work of a network', () => {
  it('is done a few at a time, and keeps no other network waiting', async () => {
    const turns = turnsOf(2, 10);
    const { work, end } = lasting();
    const begun: string[] = [];
    const ask = (network: string): Promise<void> =>
      turns.run(network, 'somebody', () => (begun.push(network), work()), staying);
    const asked = ['one', 'one', 'one', 'another'].map(ask);
    expect(begun).toEqual(['one', 'one', 'another']);
    end();
    await Promise.all(asked);
    expect(begun).toEqual(['one', 'one', 'another', 'one']);
  });

  it('is refused where too much waits, the oldest of the account that is tried most, and that of others is not', async () => {
    const turns = turnsOf(1, 2);
    const { work, end } = lasting();
    const calls = ['one a', 'one a', 'one a', 'one b', 'another a'].map((call) => call.split(' '));
    const outcomes = calls.map(([network, asker]) => outcome(turns.run(network!, asker!, work, staying)));
    expect(await outcomes[1]).toBe('too_many_requests');
    end();
    expect(await Promise.all(outcomes)).toEqual(['done', 'too_many_requests', 'done', 'done', 'done']);
    expect(await outcome(turns.run('one', 'a', work, staying))).toBe('done');
  });

  it('is not begun once its caller hung up, and keeps its turn where it has begun', async () => {
    const turns = turnsOf(1, 5);
    const { work, end } = lasting();
    const [first, second] = [new AbortController(), new AbortController()];
    const begun: string[] = [];
    const ask = (name: string, { signal }: AbortController): Promise<string> =>
      outcome(turns.run('one', 'a', () => (begun.push(name), work()), signal));
    const asked = [ask('first', first), ask('second', second), ask('third', new AbortController())];
    first.abort('hung up');
    second.abort('hung up');
    expect(await asked[1]).toBe('hung up');
    expect(begun).toEqual(['first']);
    end();
    expect(await Promise.all(asked)).toEqual(['done', 'hung up', 'done']);
    expect(begun).toEqual(['first', 'third']);
  });
});
