/** Where "now" comes from outside: milliseconds since 1970, as `Date.now` tells them. */
export type WallClock = () => number;

/**
 * The clock of the doubles. It runs with the wall clock, at an offset that only ever grows: tests move it forward to
 * make renewals and expiries happen. Signatures, retries and pruning use wall time instead, since the receiver's clock
 * is the real one.
 */
export class SandboxClock {
  #offsetMs = 0;
  #pinnedMs: number | undefined;
  readonly #wall: WallClock;
  readonly #changed: (offsetMs: number) => void;

  /** `changed` is told of every new offset, so that it can be kept. */
  constructor(wall: WallClock = Date.now, changed: (offsetMs: number) => void = () => undefined) {
    this.#wall = wall;
    this.#changed = changed;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Milliseconds since 1970 on the sandbox's clock. */
  nowMs(): number {
    return this.#pinnedMs ?? this.#wall() + this.#offsetMs;
  }

  /** Unix seconds on the sandbox's clock; the unit of every time in Stripe's API. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Puts the clock at `instantMs` if that is later than now; it never goes back, as objects would end before they began. */
  startAt(instantMs: number): void {
    const offset = instantMs - this.#wall();
    if (offset > this.#offsetMs) this.#move(offset);
  }

  /** Takes up an offset that was kept from an earlier run. */
  restore(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  /** Moves the clock forward by a whole number of seconds. */
  advance(seconds: number): void {
    this.#move(this.#offsetMs + seconds * 1000);
  }

  /**
   * Runs `work` with the clock standing at `seconds`. Things that fell due while the clock jumped, or while the sandbox
   * was switched off, happen at the time they were due, so periods join without gaps.
   */
  at<R>(seconds: number, work: () => R): R {
    const before = this.#pinnedMs;
    this.#pinnedMs = seconds * 1000;
    try {
      return work();
    } finally {
      this.#pinnedMs = before;
    }
  }

  #move(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    this.#changed(offsetMs);
  }
}
