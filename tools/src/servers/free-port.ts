import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take the near end of outgoing connections: a port chosen there could be taken by
 * any client before its server listens, and a client that waits for a server on this machine could connect to itself.
 */
const FIRST = 20_000;
const LAST = 31_999;
const TRIES = 200;

/**
 * Ports of 127.0.0.1 that nobody listens on, all different. They are free now, not reserved: who needs them starts
 * listening soon and copes with a loss.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tries = 0; tries < TRIES && ports.size < count; tries += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isPortFree(port)) ports.add(port);
  }
  if (ports.size < count) throw new Error(`No free port between ${FIRST} and ${LAST}`);
  return [...ports];
}

/** One such port. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Whether a server could listen on the port of 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
