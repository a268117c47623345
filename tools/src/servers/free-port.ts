import { createServer } from 'node:net';

/**
 * The given port when nobody listens there, else `undefined`; with 0, a port the system picks.
 * The port is free now, not reserved: who needs it starts listening soon and copes with a loss.
 */
export function probePort(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** A port of `host` that nobody listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = await probePort(0, host);
  if (port === undefined) throw new Error(`No free port on ${host}`);
  return port;
}
