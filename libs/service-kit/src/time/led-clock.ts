import { Clock } from './clock.ts';

/** A clock that runs as another one does, ahead of it by what it was last told. */
export class LedClock extends Clock {
  private aheadMs = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  override now(): Date {
    return new Date(this.clock.now().getTime() + this.aheadMs);
  }

  /** From now on it is this many milliseconds ahead. Less than before sets it back. */
  lead(aheadMs: number): void {
    this.aheadMs = aheadMs;
  }
}
