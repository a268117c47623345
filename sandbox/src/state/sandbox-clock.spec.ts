import { describe, expect, it } from 'vitest';
import { SandboxClock } from './sandbox-clock.ts';

describe('the sandbox clock', () => {
  it('runs with the wall clock, ahead by its moves, and reports each move', () => {
    let wall = 1_000_000;
    const moves: number[] = [];
    const clock = new SandboxClock({ wall: () => wall, advanced: (advancedMs) => moves.push(advancedMs) });
    clock.advance(60);
    wall += 5_000;
    clock.advance(1);
    expect(clock.now()).toBe(1_066);
    expect(moves).toEqual([60_000, 61_000]);
  });

  it('starts where the product starts, in the past or the future, and takes up its earlier advance', () => {
    let wall = 1_000_000;
    const clock = new SandboxClock({ wall: () => wall, offsetMs: -990_000 });
    clock.restore(100_000);
    wall += 2_000;
    expect(clock.now()).toBe(112);
  });

  it('stands still while something happens at its own time', () => {
    const clock = new SandboxClock({ wall: () => 10_000 });
    const fail = (): void => {
      throw new Error('broke');
    };
    expect(clock.at(3, () => clock.now())).toBe(3);
    expect(() => clock.at(3, fail)).toThrow('broke');
    expect(clock.now()).toBe(10);
  });
});
