import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

/** Where people connect faster than they are taken, the port is closed all the same. */
const LONGEST_MS = 3_000;

/**
 * Closes the port, once every connection is taken that the kernel has made for it already: those that wait in its queue as a port is
 * closed are reset, and a request that changes something cannot be sent again. Idempotent; connections that were taken are answered as
 * ever. What comes in the some tenths of a millisecond before the close is reset all the same.
 */
export const stopListening = async (server: Server): Promise<void> => {
  let taken = 0;
  const count = (): void => void (taken += 1);
  server.on('connection', count);
  admitOneAtATime(server);
  const until = performance.now() + LONGEST_MS;
  await turn(); // the turn that this was asked in may have looked at the port already
  // One connection is taken in each turn of the loop, so a whole turn without one has found the queue empty.
  for (let before = -1; taken > before && performance.now() < until; ) {
    before = taken;
    await turn();
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
