/** A slower read keeps a person waiting: half of the 99th percentile that is allowed when the site is full. */
const SLOW_MS = 75;
const WINDOW_MS = 250;
/** This many slow reads of a hundred mean that the machine is overloaded … */
const SLOW_OF_100 = 10;
/** … and fewer slow reads than this are chance, however few reads there are. */
const SLOW_AT_LEAST = 3;

/** Measures how long reads take, and reports every quarter of a second in which they take too long (ADR 0026). */
export class ReadWatch {
  private reads = 0;
  private slow = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly reportSlow: () => void) {}

  start(): void {
    this.timer = setInterval(() => this.judge(), WINDOW_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Notes a read that took this many milliseconds. */
  note(ms: number): void {
    this.reads += 1;
    if (ms > SLOW_MS) this.slow += 1;
  }

  /** Judges the reads noted since the previous call. */
  judge(): void {
    if (this.slow >= SLOW_AT_LEAST && this.slow * 100 >= this.reads * SLOW_OF_100) this.reportSlow();
    this.reads = this.slow = 0;
  }
}
