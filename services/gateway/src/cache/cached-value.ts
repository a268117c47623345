import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for which a request waits for a new answer while there is an old one, or something else to show. */
const PATIENCE_MS = 1_000;

/**
 * Caches the answer to one question. Asks again when it is wanted and `maxAgeMs` old, once for all concurrent callers. After one wait for
 * an answer that did not come in time, callers get the old one immediately until there is another.
 */
export class CachedValue<T> {
  private last: T | null = null;
  private isSlow = false;
  private askedAt = -Infinity;
  private asking: Promise<void> | undefined;

  /** Errors of `ask` go to `failed` and reach no caller. */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly failed: (error: unknown) => void,
    private readonly maxAgeMs: number,
  ) {}

  /** The latest answer; null where there has never been one. */
  async now(): Promise<T | null> {
    if (performance.now() - this.askedAt >= this.maxAgeMs) {
      this.askedAt = performance.now();
      this.asking ??= this.ask()
        .then((answer) => {
          this.last = answer;
          this.isSlow = false;
        }, this.failed)
        .finally(() => (this.asking = undefined));
    }
    if (this.asking !== undefined && !this.isSlow) {
      const patience = new AbortController();
      const isLate = delay(PATIENCE_MS, true, { signal: patience.signal }).catch(() => false);
      if (await Promise.race([this.asking.then(() => false), isLate])) this.isSlow = true;
      patience.abort();
    }
    return this.last;
  }
}
