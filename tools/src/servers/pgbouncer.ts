import { spawnSync } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type RunningServer, startProcess } from '../process/started-process.ts';
import { SetupError } from '../setup-error.ts';
import { freePort } from './free-port.ts';
import { choosePostgresAccount } from './postgres-account.ts';
import { fetchProgramWithApt, type Program } from './program-from-apt.ts';

export interface PgBouncerOptions {
  /** Absolute; made when missing. Below folders that others may enter, where root starts it. */
  folder: string;
  /** The URL of a superuser of the Postgres behind it, with which it looks up the passwords of others. */
  postgresUrl: string;
  /** Free one picked when absent. */
  port?: number;
  /** Connections to Postgres for each pair of role and database. */
  poolSize: number;
  /** PEM; with them clients are let in by TLS alone. */
  tls?: { key: string; certificate: string };
  onProgress?: (text: string) => void;
}

/** Roles sign in with SCRAM through it since then, without a list of their passwords. */
const OLDEST = [1, 16] as const;

/**
 * A real PgBouncer on 127.0.0.1, pooling by transaction, before every database and role of a Postgres. The URL has neither
 * role nor database. Throws {@link SetupError} when this machine has none and none can be fetched.
 */
export const startPgBouncer = async (options: PgBouncerOptions): Promise<RunningServer> => {
  const program = await findProgram((text) => options.onProgress?.(text));
  const account = await choosePostgresAccount(options.folder, program.command);
  const port = options.port ?? (await freePort());
  const postgres = new URL(options.postgresUrl);
  const place = (name: string): string => join(options.folder, name);
  const write = async (name: string, text: string): Promise<void> => {
    await writeFile(place(name), text, { mode: 0o600 });
    if (account.ids !== undefined) await chown(place(name), account.ids.uid, account.ids.gid);
  };
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: 'transaction',
    default_pool_size: options.poolSize,
    max_client_conn: 1000,
    auth_type: 'scram-sha-256',
    auth_file: place('users.txt'),
    auth_query: 'SELECT usename, passwd FROM pg_shadow WHERE usename=$1',
    ...(options.tls === undefined
      ? {}
      : {
          client_tls_sslmode: 'require',
          client_tls_key_file: place('tls.key'),
          client_tls_cert_file: place('tls.crt'),
        }),
  };
  const superuser = decodeURIComponent(postgres.username);
  await write('users.txt', `"${superuser}" "${decodeURIComponent(postgres.password)}"\n`);
  if (options.tls !== undefined) {
    await write('tls.key', options.tls.key);
    await write('tls.crt', options.tls.certificate);
  }
  await write(
    'pgbouncer.ini',
    [
      '[databases]',
      `* = host=${postgres.hostname} port=${postgres.port || '5432'} auth_user=${superuser}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
  );
  const server = await startProcess({
    ...account.launch(program.command, [place('pgbouncer.ini')]),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...program.env },
    // Ends once no transaction is under way, in every version; what SIGTERM does differs.
    stopSignals: [['SIGINT', 5_000]],
    ready: /process up/,
    readyMilliseconds: 30_000,
    onLine: () => undefined,
  });
  return { ...server, port, url: `postgres://127.0.0.1:${port}` };
};

const findProgram = async (onProgress: (text: string) => void): Promise<Program> => {
  // Distributions put it where the PATH of ordinary users does not lead.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  const installed = folders.map((folder) => ({ command: join(folder, 'pgbouncer'), env: {} })).find(isUsable);
  const program =
    installed ?? (await fetchProgramWithApt({ title: 'PgBouncer', names: ['pgbouncer'], isUsable, onProgress }));
  if (program !== undefined) return program;
  throw new SetupError(
    `PgBouncer ${OLDEST.join('.')} or newer is needed: install pgbouncer with your package manager.`,
  );
};

const isUsable = ({ command, env }: Program): boolean => {
  const { stdout } = spawnSync(command, ['--version'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
};
