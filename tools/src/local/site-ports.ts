import { createServer } from 'node:net';
import { errorCode } from '../error-code.ts';
import { freePort } from '../servers/free-port.ts';
import { SetupError } from '../setup-error.ts';

export interface SitePorts {
  site: number;
  sandbox: number;
  /** Where the first gateway listens, if another process serves the site. */
  gateway?: number;
}

const DEFAULT_PORT = 3000;
const TRIES = 100;

/**
 * The two ports that a person opens. A port that was asked for is taken or the start fails with a line; left open, they
 * are `first` and the next one, or the first free pair above.
 */
export const chooseSitePorts = async (
  asked: { port?: number; sandboxPort?: number },
  first = DEFAULT_PORT,
): Promise<SitePorts> => {
  const site = await choose('PORT', asked.port, first, asked.sandboxPort);
  const sandbox = await choose('SANDBOX_PORT', asked.sandboxPort, site + 1, site);
  return { site, sandbox };
};

const choose = async (name: string, asked: number | undefined, first: number, not?: number): Promise<number> => {
  if (asked === 0) return freePort();
  if (asked !== undefined) {
    if (asked === not) throw new SetupError('PORT and SANDBOX_PORT are the same: set another one.');
    const problem = await listenProblem(asked);
    if (problem === undefined) return asked;
    const reason = problem === 'EACCES' ? 'needs rights that you do not have' : 'is taken by another program';
    throw new SetupError(`Port ${asked} ${reason}: set ${name} to another port.`);
  }
  return firstFreePort(first, not);
};

/** The first port from `first` on that no program listens on. */
export const firstFreePort = async (first: number, not?: number): Promise<number> => {
  for (let port = first; port < first + TRIES && port <= 65_535; port += 1) {
    if (port !== not && (await listenProblem(port)) === undefined) return port;
  }
  return freePort();
};

/**
 * Why nobody can listen on a port, if so. Asked for every kind of local address, because a browser tries them all for
 * "localhost" and some systems let two programs share a port on different ones.
 */
const listenProblem = async (port: number): Promise<string | undefined> => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1']) {
    const problem = await new Promise<string | undefined>((resolve) => {
      const server = createServer();
      server.once('error', (error) => resolve(errorCode(error) ?? error.message));
      server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
    });
    // A machine without IPv6 has no such address.
    if (problem !== undefined && problem !== 'EADDRNOTAVAIL' && problem !== 'EAFNOSUPPORT') return problem;
  }
  return undefined;
};
