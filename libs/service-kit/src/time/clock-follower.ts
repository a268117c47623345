import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';

/** The longest time that a start waits for the other clock. */
const START_WITHIN_MS = 2_000;
/** The other side answers a long poll within 25 s; a later answer will not come. */
const ANSWER_WITHIN_MS = 30_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 800;

/**
 * Follows another clock: requests its offset from a URL, `{"offsetMs":n}`, and again with `?after=n`, which is answered
 * once the offset changes. Without an answer, the last offset stays valid, and the request is repeated after 50, 100,
 * 200 … 800 ms. It never keeps the process alive.
 */
export class ClockFollower {
  private readonly stop = new AbortController();

  constructor(
    private readonly address: string,
    private readonly notify: (aheadMs: number) => void,
    private readonly logger: Logger,
  ) {}

  /** Resolves with the first answer, or after two seconds without one. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      // The only timer here that keeps the process alive: otherwise a start that waits for nothing else would end it.
      const limit = setTimeout(resolve, START_WITHIN_MS);
      void this.follow(() => {
        clearTimeout(limit);
        resolve();
      });
    });
  }

  close(): void {
    this.stop.abort();
  }

  private async follow(answered: () => void): Promise<void> {
    let known: number | undefined;
    let wait = FIRST_WAIT_MS;
    while (!this.stop.signal.aborted) {
      try {
        const aheadMs = await this.ask(known);
        if (aheadMs !== known) {
          this.notify(aheadMs);
          if (known !== undefined) this.logger.info({ aheadMs }, 'The clock was moved');
        }
        known = aheadMs;
        wait = FIRST_WAIT_MS;
        answered();
      } catch (error) {
        if (this.stop.signal.aborted) break;
        if (wait === FIRST_WAIT_MS) this.logger.warn({ err: error }, 'The clock to follow does not answer');
        await delay(wait, undefined, { signal: this.stop.signal, ref: false }).catch(() => undefined);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      }
    }
    answered();
  }

  private ask(known: number | undefined): Promise<number> {
    const address = new URL(this.address);
    if (known !== undefined) address.searchParams.set('after', String(known));
    return new Promise((resolve, reject) => {
      const request = get(
        address,
        { agent: false, signal: this.stop.signal, timeout: ANSWER_WITHIN_MS },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const aheadMs = response.statusCode === 200 ? offsetIn(Buffer.concat(chunks).toString()) : undefined;
            if (aheadMs === undefined)
              reject(new Error(`${address.pathname} answered ${response.statusCode ?? 0} without an offset`));
            else resolve(aheadMs);
          });
        },
      );
      request.on('socket', (socket) => socket.unref());
      request.on('timeout', () => request.destroy(new Error('No answer in time')));
      request.on('error', reject);
    });
  }
}

const offsetIn = (text: string): number | undefined => {
  try {
    const { offsetMs } = JSON.parse(text) as { offsetMs?: unknown };
    return Number.isSafeInteger(offsetMs) ? (offsetMs as number) : undefined;
  } catch {
    return undefined;
  }
};
