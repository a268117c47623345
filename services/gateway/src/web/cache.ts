import { setTimeout as delay } from 'node:timers/promises';

/** Nobody waits longer for a new answer while there is an old one, or something else to show. */
const PATIENCE_MS = 1_000;

/** The last answer to one question, asked again when somebody wants to know and it is `heldMs` old; once for all who ask at a time. */
export class Held<T> {
  private last: T | null = null;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;

  /** `ask` is told of no one: what it throws goes to `failed`. */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly failed: (error: unknown) => void,
    private readonly heldMs: number,
  ) {}

  /** What is known: null where there has never been an answer. */
  async now(): Promise<T | null> {
    if (performance.now() - this.askedAt >= this.heldMs) {
      this.askedAt = performance.now();
      this.asking ??= this.ask()
        .then((answer) => void (this.last = answer), this.failed)
        .finally(() => (this.asking = undefined));
    }
    if (this.asking !== undefined) {
      const patience = new AbortController();
      await Promise.race([
        this.asking,
        delay(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
      ]);
      patience.abort();
    }
    return this.last;
  }
}
