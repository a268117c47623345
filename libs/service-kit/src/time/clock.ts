/** The time as the product sees it. Everything that compares or stores a time asks this, so that a test can set it. */
export abstract class Clock {
  /** The present instant. */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  private readonly offsetMs: number;

  /** @param startsAt an ISO instant from which the clock runs on (`APP_CLOCK`); the real time when left out. */
  constructor(startsAt?: string) {
    super();
    this.offsetMs = startsAt === undefined ? 0 : new Date(startsAt).getTime() - Date.now();
  }

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
