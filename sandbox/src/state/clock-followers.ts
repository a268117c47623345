/** The longest time that a request waits; shorter than the timeouts of proxies and clients. */
const HELD_MS = 25_000;
/** The longest time that a move waits for a notified process that does not ask again. */
const BACK_WITHIN_MS = 5_000;

/**
 * The processes that follow the sandbox's clock. Each asks how far it is ahead, with the offset that it knows; the request waits
 * until that changes. A process that was notified of a move and asks again knows it, so a move can wait until
 * all processes know the new time.
 */
export class ClockFollowers {
  readonly #aheadMs: () => number;
  readonly #held = new Set<() => void>();
  #notified = 0;
  #whenAllKnow: (() => void)[] = [];
  #closed = false;

  constructor(aheadMs: () => number) {
    this.#aheadMs = aheadMs;
  }

  /** How many questions are held. */
  get waiting(): number {
    return this.#held.size;
  }

  /** Resolves when the clock is not `knownMs` ahead, and without that after 25 s, at the end, or when the asker is `gone`. */
  async change(knownMs: number, gone: AbortSignal): Promise<void> {
    if (knownMs !== this.#aheadMs()) return;
    if (this.#notified > 0) this.#cameBack();
    if (this.#closed || gone.aborted) return;
    await new Promise<void>((resolve) => {
      const release = (): void => {
        clearTimeout(limit);
        gone.removeEventListener('abort', release);
        this.#held.delete(release);
        resolve();
      };
      const limit = setTimeout(release, HELD_MS);
      gone.addEventListener('abort', release, { once: true });
      this.#held.add(release);
    });
  }

  /** Notifies all waiting processes that the clock moved. */
  moved(): void {
    this.#notified += this.#held.size;
    this.#releaseAll();
  }

  /** Resolves once every notified process knows the time; after five seconds at most, since a process may have died meanwhile. */
  async allKnow(): Promise<void> {
    if (this.#notified === 0) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => this.#forgetNotified(), BACK_WITHIN_MS);
      this.#whenAllKnow.push(done);
    });
  }

  /** Answers all waiting requests, and all later ones immediately, so that the server can stop. */
  close(): void {
    this.#closed = true;
    this.#releaseAll();
    this.#forgetNotified();
  }

  #cameBack(): void {
    this.#notified -= 1;
    if (this.#notified === 0) this.#forgetNotified();
  }

  #forgetNotified(): void {
    this.#notified = 0;
    for (const done of this.#whenAllKnow.splice(0)) done();
  }

  #releaseAll(): void {
    for (const release of this.#held) release();
  }
}
