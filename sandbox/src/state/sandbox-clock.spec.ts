import { describe, expect, it } from '@jest/globals';
import { SandboxClock } from './sandbox-clock.ts';

describe('the sandbox clock', () => {
  it('runs with the wall clock at its offset and tells of each new offset', () => {
    let wall = 1_000_000;
    const offsets: number[] = [];
    const clock = new SandboxClock(() => wall, (offset) => offsets.push(offset));
    clock.advance(60);
    wall += 5_000;
    expect(clock.now()).toBe(1_065);
    expect(offsets).toEqual([60_000]);
  });

  it('never goes back', () => {
    const clock = new SandboxClock(() => 10_000);
    clock.advance(100);
    clock.startAt(0);
    expect(clock.now()).toBe(110);
    clock.startAt(500_000);
    expect(clock.now()).toBe(500);
  });

  it('stands still while something happens at its own time', () => {
    const clock = new SandboxClock(() => 10_000);
    expect(clock.at(3, () => clock.now())).toBe(3);
    expect(() => clock.at(3, () => { throw new Error('broke'); })).toThrow('broke');
    expect(clock.now()).toBe(10);
  });
});
