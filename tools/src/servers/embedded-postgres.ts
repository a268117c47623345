import { spawn } from 'node:child_process';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { ProcessStartError, type RunningServer, startProcess } from '../process/started-process.ts';
import { SetupError } from '../setup-error.ts';
import { freePort } from './free-port.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { clearStalePostmaster } from './stale-postmaster.ts';

export const POSTGRES_SUPERUSER = 'postgres';

export interface EmbeddedPostgresOptions {
  /** Absolute; made when missing, and PostgreSQL's own: nothing else may live in it. */
  folder: string;
  /** The superuser's password. It is set when the folder is first used, and must be the same afterwards. */
  password: string;
  /** Free one picked when absent. */
  port?: number;
  /** `durable` keeps every commit through a power cut; `fast` is for tests, whose data may be lost. */
  durability: 'durable' | 'fast';
  maxConnections?: number;
  onLine?: (line: string) => void;
  /** Called as soon as the server runs, ready or not. */
  onPid?: (pid: number) => void;
  /** Ends the start. */
  signal?: AbortSignal;
}

/**
 * A real PostgreSQL on 127.0.0.1 with a password, from npm, without Docker and without anything installed. UTF-8 with
 * the C collation, so that order is the same on every system, and Unicode case rules. Needs no start-up help after a
 * crash. The URL is the superuser's and names the database `postgres`.
 * Throws {@link SetupError} when this machine or the data folder does not allow it.
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<RunningServer> => {
  if (process.platform === 'win32') {
    throw new SetupError('The embedded PostgreSQL is not supported on Windows: use WSL, or set DATABASE_URL.');
  }
  const binaries = await findPostgresBinaries();
  const account = await choosePostgresAccount(options.folder, binaries.postgres);
  const dataFolder = join(options.folder, 'data');
  const version = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new SetupError(`The database in ${dataFolder} belongs to another user: start as that user, or set DATA_DIR.`);
  });
  if (version === undefined) {
    await initialize(options, binaries, account, dataFolder);
  } else if (Number(version) !== binaries.major) {
    throw new SetupError(
      `The data in ${dataFolder} was written by PostgreSQL ${version.trim()}, this is ${binaries.major}: move it with pg_dump, or choose another DATA_DIR.`,
    );
  }
  await clearStalePostmaster(dataFolder);
  return start(options, binaries, account, dataFolder);
};

const initialize = async (
  options: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  dataFolder: string,
): Promise<void> => {
  // Made aside and renamed: a start that was killed half-way leaves no half database.
  const fresh = `${dataFolder}.new`;
  const passwordFile = `${dataFolder}.password`;
  await rm(fresh, { recursive: true, force: true });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account.ids !== undefined) await chown(passwordFile, account.ids.uid, account.ids.gid);
  const make = (ctype: string): Promise<string> => {
    const { command, args, ...ids } = account.launch(binaries.initdb, [
      `--pgdata=${fresh}`,
      `--username=${POSTGRES_SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(options.durability === 'fast' ? ['--no-sync'] : []),
    ]);
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, {
        ...ids,
        cwd: '/',
        env: serverEnvironment(),
        stdio: ['ignore', 'ignore', 'pipe'],
        // A Ctrl-C at the terminal is for us.
        detached: true,
        signal: options.signal,
      });
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve(code === 0 ? '' : errors.trim() || `initdb ended with ${code}`));
    });
  };
  try {
    // pg_trgm takes its idea of a letter from the system's ctype: under plain C, "é" would be none.
    let problem = await make(process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8');
    if (problem.includes('locale')) problem = await make('C');
    if (problem !== '') throw new SetupError(`PostgreSQL could not make its data folder ${dataFolder}: ${problem}`);
    await rename(fresh, dataFolder);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
};

const start = async (
  options: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  dataFolder: string,
): Promise<RunningServer> => {
  const port = options.port ?? (await freePort());
  const settings = Object.entries({ ...serverSettings(options, binaries.major), port });
  const launch = account.launch(binaries.postgres, [
    '-D',
    dataFolder,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  try {
    const server = await startProcess({
      ...launch,
      cwd: '/',
      env: serverEnvironment(),
      // Fast shutdown, then immediate shutdown (the next start recovers).
      stopSignals: [
        ['SIGINT', 15_000],
        ['SIGQUIT', 5_000],
      ],
      ready: /database system is ready to accept connections/,
      readyMilliseconds: 120_000,
      onLine: (line) => options.onLine?.(line),
      onPid: (pid) => options.onPid?.(pid),
      signal: options.signal,
    });
    const credentials = `${POSTGRES_SUPERUSER}:${encodeURIComponent(options.password)}`;
    return { ...server, port, url: `postgres://${credentials}@127.0.0.1:${port}/postgres` };
  } catch (error) {
    const isPortTaken =
      error instanceof ProcessStartError && error.lines.some((line) => line.includes('Address already in use'));
    if (isPortTaken && options.port === undefined) return start(options, binaries, account, dataFolder);
    throw error;
  }
};

/** Small: a developer's machine runs it beside everything else. */
const serverSettings = (options: EmbeddedPostgresOptions, major: number): Record<string, string | number> => {
  const isFast = options.durability === 'fast';
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 100,
    // As in the composed system. Unused pages take no memory: an idle system uses few of them.
    shared_buffers: '256MB',
    huge_pages: 'off',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    min_wal_size: '64MB',
    max_wal_size: '512MB',
    max_worker_processes: 4,
    max_parallel_workers: 2,
    autovacuum_max_workers: 2,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    // Not what it refused, which holds what people sent: the service that asked logs that, without it.
    log_min_messages: 'log',
    // Version 18 would start three processes to read ahead for disks that a small database never waits on.
    ...(major >= 18 ? { io_method: 'sync' } : {}),
    ...(isFast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
};

/** PG* variables of the person's shell would change the server. */
const serverEnvironment = (): NodeJS.ProcessEnv => {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
};
