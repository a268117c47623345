import { beforeEach, describe, expect, it } from 'vitest';
import { CachedValue } from './cached-value.ts';

let answers: (() => Promise<string>)[];
let value: CachedValue<string>;

beforeEach(() => {
  answers = [];
  value = new CachedValue(
    () => (answers.shift() ?? (async () => 'new'))(),
    () => undefined,
    0,
  );
});

/** Whether it was waited for, beside the answer. */
const timed = async (): Promise<[string | null, boolean]> => {
  const from = performance.now();
  return [await value.now(), performance.now() - from > 500];
};

describe('a cached value', () => {
  it('is the new answer, and the old one where there is none', async () => {
    answers = [async () => 'old', () => Promise.reject(new Error('away'))];
    expect([await value.now(), await value.now(), await value.now()]).toEqual(['old', 'old', 'new']);
  });

  it('is waited for once while there is no answer, and is new again after one', async () => {
    let arrive: (answer: string) => void = () => undefined;
    answers = [async () => 'old', () => new Promise((resolve) => (arrive = resolve))];
    expect(await timed()).toEqual(['old', false]);
    expect(await timed()).toEqual(['old', true]);
    expect(await timed()).toEqual(['old', false]);
    arrive('late');
    await Promise.resolve();
    expect(await timed()).toEqual(['late', false]);
    expect(await timed()).toEqual(['new', false]);
  });
});
