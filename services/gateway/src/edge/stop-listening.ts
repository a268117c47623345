import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** Where people connect faster than they are taken, the port is closed all the same. */
const LONGEST_MS = 3_000;
/**
 * The queue is looked at somewhere within a turn of the loop, and closed at its end: whoever comes between is reset. After a turn that was
 * busy with answers that may be milliseconds; after one of these, next to nobody. Where there are none, a longer one has to do after a
 * while: as much again for each tenth of a second.
 */
const SHORT_TURN_MS = 0.1;
const PATIENCE_MS = 100;

/**
 * Closes the port, once every connection is taken that the kernel has made for it already: those that wait in its queue as a port is
 * closed are reset, and a request that changes something cannot be sent again. Idempotent; connections that were taken are answered as
 * ever. What comes in the tenth of a millisecond before the close is reset all the same.
 */
export const stopListening = async (server: Server): Promise<void> => {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count);
  admitOneAtATime(server);
  const asked = performance.now();
  await turn(); // the turn that this was asked in may have looked at the port already
  // One connection is taken in each turn of the loop, so a whole turn without one has found the queue empty.
  for (let isQuiet = false; !isQuiet && performance.now() < asked + LONGEST_MS;) {
    const [before, began] = [taken, performance.now()];
    await turn();
    isQuiet = taken === before && performance.now() - began < SHORT_TURN_MS * (1 + (began - asked) / PATIENCE_MS);
  }
  server.close();
  server.off('connection', count);
};

/**
 * From now on the kernel makes a connection only while none waits: on a busy machine the queue would never be empty. Whoever is not let
 * in tries again, or goes to another replica after a second. Node has no public call for it; without it the rest holds as well.
 */
const admitOneAtATime = (server: Server): void => {
  const { _handle: handle } = server as Server & { readonly _handle?: { listen?(backlog: number): number } | null };
  handle?.listen?.(0);
};
