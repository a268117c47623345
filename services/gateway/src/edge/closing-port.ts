import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** The port closes after this even where clients connect faster than connections are accepted; those in its queue are then reset. */
const LONGEST_MS = 3_000;
/**
 * An empty queue is noticed somewhere within a turn of the event loop, and the port closes at its end: a connection in between is
 * reset. After a busy turn that gap may be milliseconds; after a turn this short, almost no time. Where no turn is this short, a
 * longer one suffices after a while: the limit grows by the same amount for each tenth of a second.
 */
const SHORT_TURN_MS = 0.1;
const PATIENCE_MS = 100;

/**
 * The port of a server that ends. Closing a port resets the connections in the kernel's queue, and a request that changes something
 * cannot be sent again. So the port closes once every completed connection is accepted, and the requests that arrive meanwhile wait
 * for that: each turn of the event loop accepts one connection, and while turns did their work, a busy queue would never be empty.
 */
export class ClosingPort {
  private waiting: (() => void)[] | null = null;

  constructor(private readonly server: Server) {}

  /** Calls `handle` immediately, or after the port has closed. */
  admit(handle: () => void): void {
    if (this.waiting === null) handle();
    else this.waiting.push(handle);
  }

  /**
   * Resolves when the port is closed; what was accepted is then answered as usual. A connection in the last moment before is
   * still reset. Idempotent.
   */
  async close(): Promise<void> {
    const waiting = (this.waiting ??= []);
    let taken = 0;
    const count = (): void => void (taken += 1);
    this.server.on('connection', count);
    const asked = performance.now();
    await turn(); // the current turn may have polled the port already
    // A whole turn without a connection means that the queue is empty.
    for (let isQuiet = false; !isQuiet && performance.now() < asked + LONGEST_MS;) {
      const [before, began] = [taken, performance.now()];
      await turn();
      isQuiet = taken === before && performance.now() - began < SHORT_TURN_MS * (1 + (began - asked) / PATIENCE_MS);
    }
    this.server.close();
    this.server.off('connection', count);
    this.waiting = null;
    for (const handle of waiting.splice(0)) handle();
  }
}
