import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessStartError, type RunningServer, startProcess } from '../process/started-process.ts';
import { freePort, isPortFree } from './free-port.ts';
import { redisCommand } from './redis-command.ts';
import { findRedisProgram } from './redis-program.ts';

export interface RedisOptions {
  /** Absolute; made when missing. Holds the configuration and nothing else. */
  folder: string;
  /** The administrator's. No blanks or quotes. */
  password: string;
  /** Lines of further users. */
  users?: readonly string[];
  /** Free one picked when absent. */
  port?: number;
  /** Number of logical databases. */
  databases?: number;
  onLine?: (line: string) => void;
  /** Called as soon as the server runs, ready or not. */
  onPid?: (pid: number) => void;
  onProgress?: (text: string) => void;
  /** Ends the start. */
  signal?: AbortSignal;
}

/**
 * A real Redis (or Valkey) 7 or newer on 127.0.0.1 with a password, that never evicts a key and writes none to disk:
 * whatever it holds is made again from Postgres. No value is so long that it would fill a process that reads it. A Redis that a killed
 * supervisor left running in the folder is ended first, so call it only under the lock of the data folder.
 * Throws `SetupError` when this machine has none and none can be fetched.
 */
export const startRedis = async (options: RedisOptions): Promise<RunningServer> => {
  const program = await findRedisProgram((text) => options.onProgress?.(text));
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const configFile = join(options.folder, 'redis.conf');
  await endLeftover(configFile, options.password);

  const port = options.port ?? (await freePort());
  await removeKeptCommands(options.folder);
  await writeFile(configFile, configuration(options, port), { mode: 0o600 });
  try {
    const server = await startProcess({
      command: program.command,
      args: [configFile],
      cwd: options.folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', ...program.env },
      stopSignals: [['SIGTERM', 10_000]],
      ready: /Ready to accept connections/i,
      readyMilliseconds: 60_000,
      onLine: (line) => options.onLine?.(line),
      onPid: (pid) => options.onPid?.(pid),
      signal: options.signal,
    });
    return { ...server, port, url: urlOf(options.password, port) };
  } catch (error) {
    const isPortTaken =
      error instanceof ProcessStartError && error.lines.some((line) => /address already in use/i.test(line));
    if (isPortTaken && options.port === undefined) return startRedis(options);
    throw error;
  }
};

const urlOf = (password: string, port: number): string => {
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
};

const configuration = (options: RedisOptions, port: number): string => {
  const settings = {
    bind: '127.0.0.1',
    port,
    requirepass: options.password,
    daemonize: 'no',
    dir: `"${options.folder}"`,
    databases: options.databases ?? 16,
    save: '""',
    appendonly: 'no',
    'maxmemory-policy': 'noeviction',
    'proto-max-bulk-len': '4mb',
    'client-query-buffer-limit': '64mb',
    'always-show-logo': 'no',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
  return [...lines, ...(options.users ?? []), ''].join('\n');
};

/** Earlier versions kept an append-only file, with what people had typed in it. */
const removeKeptCommands = async (folder: string): Promise<void> => {
  await Promise.all(
    ['appendonlydir', 'appendonly.aof', 'dump.rdb'].map((name) =>
      rm(join(folder, name), { recursive: true, force: true }),
    ),
  );
};

const endLeftover = async (configFile: string, password: string): Promise<void> => {
  const previous = await readFile(configFile, 'utf8').catch(() => '');
  const port = Number(/^port (\d+)$/m.exec(previous)?.[1] ?? 0);
  if (port === 0) return;
  // Only our own Redis knows the password; another program on the port refuses it.
  const isOurs = await redisCommand(urlOf(password, port), 'PING').then(
    ([reply]) => reply === 'PONG',
    () => false,
  );
  if (!isOurs) return;
  await redisCommand(urlOf(password, port), 'SHUTDOWN').catch(() => undefined);
  const deadline = Date.now() + 10_000;
  while (!(await isPortFree(port)) && Date.now() < deadline) await delay(50);
};
