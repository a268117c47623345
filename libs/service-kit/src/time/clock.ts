/** The product's time. All code that compares or stores a time uses it, so that a test can set it. */
export abstract class Clock {
  /** The current instant. */
  abstract now(): Date;
}

export class SystemClock extends Clock {
  private readonly offsetMs: number;

  /**
   * @param startsAt an ISO instant from which the clock runs on (`APP_CLOCK`); the real time where it is absent
   * @param setAt the real instant at which it was set (`APP_CLOCK_SET_AT`), so that processes that start later have the
   * same time; now where it is absent
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
