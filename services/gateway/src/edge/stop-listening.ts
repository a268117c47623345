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
 * Closes the port once every connection that the kernel has completed is accepted: closing a port resets the connections in its
 * queue, and a request that changes something cannot be sent again. Accepted connections are answered as usual. A connection in
 * the last tenth of a millisecond is still reset. Idempotent.
 */
export const stopListening = async (server: Server): Promise<void> => {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count);
  const asked = performance.now();
  await turn(); // the current turn may have polled the port already
  // Each turn of the loop accepts one connection, so a whole turn without one means that the queue is empty.
  for (let isQuiet = false; !isQuiet && performance.now() < asked + LONGEST_MS;) {
    const [before, began] = [taken, performance.now()];
    await turn();
    isQuiet = taken === before && performance.now() - began < SHORT_TURN_MS * (1 + (began - asked) / PATIENCE_MS);
  }
  server.close();
  server.off('connection', count);
};
