/** A read that takes longer keeps somebody waiting: half of what 99 of 100 may take when the site is full. */
const SLOW_MS = 75;
const WINDOW_MS = 250;
/** So many slow ones of a hundred reads mean that the machine is full … */
const SLOW_OF_100 = 10;
/** … and fewer than this are chance, however few reads there are. */
const SLOW_AT_LEAST = 3;

/** Watches how long people wait for what they read, and says it every quarter of a second in which that is too long (ADR 0026). */
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

  /** A read was answered after so many milliseconds. */
  note(ms: number): void {
    this.reads += 1;
    if (ms > SLOW_MS) this.slow += 1;
  }

  /** Looks at what was noted since the last look. */
  judge(): void {
    if (this.slow >= SLOW_AT_LEAST && this.slow * 100 >= this.reads * SLOW_OF_100) this.reportSlow();
    this.reads = this.slow = 0;
  }
}
