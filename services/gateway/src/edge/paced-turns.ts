import { setTimeout as pause } from 'node:timers/promises';
import { tooMany } from './rate-limiter.ts';

interface Turns {
  pausing: number;
  readonly waiting: (() => void)[];
}

/** Lets the calls of each caller through after a pause, so many at a time, in the order in which they came. */
export class PacedTurns {
  private readonly turns = new Map<string, Turns>();

  constructor(
    private readonly pauseMs: number,
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Resolves when it is their turn. Throws `too_many_requests` where too many of them wait. */
  async take(caller: string): Promise<void> {
    const turns = this.turns.get(caller) ?? { pausing: 0, waiting: [] };
    this.turns.set(caller, turns);
    if (turns.pausing < this.atOnce) turns.pausing += 1;
    else if (turns.waiting.length >= this.mostWaiting) throw tooMany(Math.ceil(this.pauseMs / 1_000));
    else await new Promise<void>((resolve) => void turns.waiting.push(resolve));
    await pause(this.pauseMs);
    // The place goes to the one who waits longest.
    const next = turns.waiting.shift();
    if (next !== undefined) return next();
    turns.pausing -= 1;
    if (turns.pausing === 0) this.turns.delete(caller);
  }
}
