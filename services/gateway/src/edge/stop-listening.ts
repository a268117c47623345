import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** The port closes after this even where clients connect faster than connections are accepted. */
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
  admitOneAtATime(server);
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

/**
 * Makes the kernel complete a connection only while none waits: on a busy machine the queue would never be empty. A refused
 * client tries again, or goes to another replica after a second. Node has no public API for it; without it everything else still
 * works.
 */
const admitOneAtATime = (server: Server): void => {
  const { _handle: handle } = server as Server & { readonly _handle?: { listen?(backlog: number): number } | null };
  handle?.listen?.(0);
};
