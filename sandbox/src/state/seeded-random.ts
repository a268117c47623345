import { randomInt } from 'node:crypto';

export interface SeededRandom {
  readonly seed: number;
  /** From 0 up to 1. */
  next(): number;
}

/** Random numbers that a printed seed repeats (mulberry32). Without one, or with an empty one, it is drawn. */
export const seededRandom = (seed: string | number | undefined): SeededRandom => {
  const start = seed === undefined || seed === '' ? randomInt(2 ** 31) : Number(seed);
  if (!Number.isInteger(start)) throw new Error(`A seed is a whole number, not "${seed}"`);
  let state = start;
  return {
    seed: start,
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
  };
};
