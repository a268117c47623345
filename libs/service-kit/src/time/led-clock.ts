import { Clock } from './clock.ts';

/** A clock that follows another one, ahead of it by the last known offset. */
export class LedClock extends Clock {
  private aheadMs = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  override now(): Date {
    return new Date(this.clock.now().getTime() + this.aheadMs);
  }

  /** Sets the offset in milliseconds. A lower one than before sets the clock back. */
  lead(aheadMs: number): void {
    this.aheadMs = aheadMs;
  }
}
