/** The source of the real time: milliseconds since 1970, such as `Date.now`. */
export type WallClock = () => number;

export interface SandboxClockOptions {
  wall?: WallClock;
  /**
   * How far the clock is ahead of the real time, in milliseconds; not at all by default. The product's own processes are as far
   * ahead (`APP_CLOCK`), so both sides agree.
   */
  offsetMs?: number | undefined;
  /** Called after each advance with the whole advance, so that it can be stored. */
  advanced?: (advancedMs: number) => void;
}

/**
 * The clock of the emulators: the product's time, plus what tests moved it forward to make renewals and expiries happen.
 * The advance is kept over restarts. Signatures and the retries of refused webhooks use wall time instead, since the
 * receiver checks signatures by the real one.
 */
export class SandboxClock {
  readonly #wall: WallClock;
  readonly #offsetMs: number;
  readonly #advanced: (advancedMs: number) => void;
  #advancedMs = 0;
  #pinnedMs: number | undefined;

  constructor({ wall = Date.now, offsetMs = 0, advanced = () => undefined }: SandboxClockOptions = {}) {
    this.#wall = wall;
    this.#offsetMs = offsetMs;
    this.#advanced = advanced;
  }

  /** How far tests moved the clock, in milliseconds. */
  get advancedMs(): number {
    return this.#advancedMs;
  }

  /** Milliseconds since 1970 on the sandbox's clock. */
  nowMs(): number {
    return this.#pinnedMs ?? this.#wall() + this.#offsetMs + this.#advancedMs;
  }

  /** Unix seconds on the sandbox's clock; the unit of every time in Stripe's API. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Takes up the advance that was kept from an earlier run. */
  restore(advancedMs: number): void {
    this.#advancedMs = advancedMs;
  }

  /** Moves the clock forward by a whole number of seconds. */
  advance(seconds: number): void {
    this.#advancedMs += seconds * 1000;
    this.#advanced(this.#advancedMs);
  }

  /**
   * Runs `work` with the clock stopped at `seconds`. Things that fell due while the clock jumped, or while the sandbox
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
}
