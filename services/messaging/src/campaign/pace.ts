/** The slowest, as a part of the fastest: a campaign comes to its end however busy the site is. */
const LEAST = 1 / 20;
/** What one look while people wait leaves of the pace, and what another look makes of it: down at once, up step by step. */
const SLOWER = 0.6;
const FASTER = 1.1;
/** Who looks again after so long has rested: what was then says nothing about now. */
const REST_MS = 5_000;

/**
 * How many emails a second may go: up to `most`, less while people wait. It goes down from what really went, since that may be far below
 * what might have gone.
 */
export class Pace {
  private perSecond: number;
  private freeAt = 0;
  private went = 0;
  private lookedAt = -Infinity;

  /** @param most emails a second */
  constructor(private readonly most: number) {
    this.perSecond = most;
  }

  /** Emails a second, by now. */
  get current(): number {
    return this.perSecond;
  }

  /** Takes the time of so many emails at the instant `now` (ms). Answers how many milliseconds from then they may go. */
  take(messages: number, now: number): number {
    const from = Math.max(this.freeAt, now);
    this.freeAt = from + (messages / this.perSecond) * 1_000;
    this.went += messages;
    return from - now;
  }

  /** How it goes on from the instant `now` (ms), at which people wait or do not. */
  look(peopleWait: boolean, now: number): void {
    const ms = now - this.lookedAt;
    if (ms > REST_MS) this.perSecond = this.most;
    else if (peopleWait)
      this.perSecond = Math.max(this.most * LEAST, Math.min(this.perSecond, (this.went * 1_000) / ms) * SLOWER);
    else this.perSecond = Math.min(this.most, this.perSecond * FASTER);
    this.went = 0;
    this.lookedAt = now;
  }
}
