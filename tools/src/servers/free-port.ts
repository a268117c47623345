import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the range from which systems take the near end of outgoing connections: a port chosen there could be taken by
 * any client before its server listens, and a client that waits for a server on this machine could connect to itself.
 */
const FIRST = 20_000;
const LAST = 31_999;
/** Of which most may meet what processes left behind that were killed. */
const TRIES_FOR_EACH = 200;

/** One file for each port that is reserved for a process of this user: several systems start together, and each needs a dozen. */
const PROMISED = join(tmpdir(), `lectern-ports-${process.getuid?.() ?? 'user'}`);

/**
 * Ports of 127.0.0.1 on which no process listens, all different, and that this function gives to no other process on this machine
 * while this one runs. Other programs may still take one: a caller starts listening soon and handles a loss.
 */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  for (let tries = 0; tries < TRIES_FOR_EACH * count && ports.size < count; tries += 1) {
    const port = randomInt(FIRST, LAST + 1);
    if (!ports.has(port) && promise(port) && (await isPortFree(port))) ports.add(port);
  }
  if (ports.size < count) throw new Error(`No free port between ${FIRST} and ${LAST}`);
  return [...ports];
};

/** One such port. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};

/** Whether a server could listen on the port of 127.0.0.1. */
export const isPortFree = (port: number): Promise<boolean> => {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
};

/** Notes the port as this process's. False when another one has it; what a process left behind that has ended is cleared away. */
const promise = (port: number): boolean => {
  const file = join(PROMISED, String(port));
  try {
    mkdirSync(PROMISED, { recursive: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    // A folder that cannot be written keeps no promises, and prevents no start.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
    if (!isRunning(Number(readOwner(file)))) rmSync(file, { force: true });
    return false;
  }
  return true;
};

const readOwner = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Another process has deleted it meanwhile.
    return '';
  }
};

const isRunning = (pid: number): boolean => {
  // Just made, and not yet written.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
