import { DomainError } from '@lectern/contracts/errors';

interface Waiting {
  readonly asker: string;
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Limits how much work runs concurrently. The rest waits, and the askers take turns: an asker that floods waits behind
 * its own work, and blocks no other asker.
 */
export class FairTurns {
  private running = 0;
  private waiting = 0;
  /** The waiting work of each asker, oldest first; the asker whose turn is next comes first. */
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    private readonly limits: { readonly concurrent: number; readonly mostWaiting: number; readonly retryAfter: number },
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * Does `work` in its turn. Where too many wait, throws `too_many_requests` to the oldest of the asker with the most
   * waiting, or to the newest where no asker has several. Throws the reason of `signal` where it aborts before the
   * turn, which others then get.
   */
  async run<T>(asker: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.limits.concurrent) this.running += 1;
    else await this.turnOf(asker, signal);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private turnOf(asker: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting = { asker, begin, refuse };
      const queue = this.queues.get(asker);
      if (queue === undefined) this.queues.set(asker, [waiting]);
      else queue.push(waiting);
      this.waiting += 1;
      signal?.addEventListener('abort', () => this.refuse(waiting, signal.reason), { once: true });
      if (this.waiting <= this.limits.mostWaiting) return;
      const longest = [...this.queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
      this.refuse(
        longest.length > 1 ? longest[0]! : waiting,
        new DomainError('too_many_requests', { retryAfter: this.limits.retryAfter }),
      );
    });
  }

  private passOn(): void {
    const [first] = this.queues.entries();
    if (first === undefined) {
      this.running -= 1;
      return;
    }
    const [asker, [next, ...rest]] = first;
    this.waiting -= 1;
    // The asker's further work waits behind the other askers.
    this.queues.delete(asker);
    if (rest.length > 0) this.queues.set(asker, rest);
    next!.begin();
  }

  /** Does nothing where its turn has come, or it was refused already. */
  private refuse(waiting: Waiting, reason: unknown): void {
    const queue = this.queues.get(waiting.asker) ?? [];
    const at = queue.indexOf(waiting);
    if (at === -1) return;
    queue.splice(at, 1);
    this.waiting -= 1;
    if (queue.length === 0) this.queues.delete(waiting.asker);
    waiting.refuse(reason);
  }
}
