/** The time as the product sees it. Everything that compares or stores a time asks this, so that a test can set it. */
export abstract class Clock {
  /** The present instant. */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  private readonly offsetMs: number;

  /**
   * @param startsAt an ISO instant from which the clock runs on (`APP_CLOCK`); the real time when left out
   * @param setAt the real instant at which it was set (`APP_CLOCK_SET_AT`), so that a process that is started again later, or
   *   beside others, tells the same time as they do; now when left out
   */
  constructor(startsAt?: string, setAt?: string) {
    super();
    const wasSet = setAt === undefined ? Date.now() : new Date(setAt).getTime();
    this.offsetMs = startsAt === undefined ? 0 : new Date(startsAt).getTime() - wasSet;
  }

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
