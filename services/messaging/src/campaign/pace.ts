/** The minimum as a fraction of the maximum: a campaign finishes however busy the site is. */
const LEAST = 1 / 20;
/** The factor of an adjustment while readers wait, and that of any other one: the pace falls fast and rises step by step. */
const SLOWER = 0.6;
const FASTER = 1.1;
/** After a pause this long between adjustments, the pace starts again at the maximum: older load says nothing about now. */
const REST_MS = 5_000;

/**
 * The rate of emails: up to `most` a second, less while readers wait. It falls from the actual rate, since that may be far below the
 * allowed one.
 */
export class Pace {
  private perSecond: number;
  private freeAt = 0;
  private went = 0;
  private adjustedAt = -Infinity;

  /** @param most emails a second */
  constructor(private readonly most: number) {
    this.perSecond = most;
  }

  /** The current rate, in emails a second. */
  get current(): number {
    return this.perSecond;
  }

  /** Reserves time for `messages` emails at the instant `now` (ms). Returns how many milliseconds later they may go. */
  take(messages: number, now: number): number {
    const from = Math.max(this.freeAt, now);
    this.freeAt = from + (messages / this.perSecond) * 1_000;
    this.went += messages;
    return from - now;
  }

  /** Adjusts the rate at the instant `now` (ms), when readers wait or do not. */
  adjust(peopleWait: boolean, now: number): void {
    const ms = now - this.adjustedAt;
    if (ms > REST_MS) this.perSecond = this.most;
    else if (peopleWait)
      this.perSecond = Math.max(this.most * LEAST, Math.min(this.perSecond, (this.went * 1_000) / ms) * SLOWER);
    else this.perSecond = Math.min(this.most, this.perSecond * FASTER);
    this.went = 0;
    this.adjustedAt = now;
  }
}
