import { join } from 'node:path';
import { startEmbeddedPostgres } from '../servers/embedded-postgres.ts';
import { freePorts } from '../servers/free-port.ts';
import { startRedis } from '../servers/redis.ts';
import { REDIS_USER_NAMES, redisUrlFor, redisUserLines } from '../servers/redis-users.ts';
import type { LocalSecrets } from './local-secrets.ts';
import type { LocalSettings } from './local-settings.ts';
import type { ProgressPrinter } from './progress-printer.ts';
import type { SystemProcesses } from './system-processes.ts';

export interface BackingUrls {
  /** An administrator's, naming the system's database, which need not exist yet. */
  databaseAdminUrl: string;
  /** An administrator's. */
  redisUrl: string;
  /** Each process's own. */
  redisUrls: Record<string, string>;
}

const DATABASE = 'lectern';
/** Six processes, each with a pool and two more connections, and a few for tools. */
const CONNECTIONS_OF_A_REPLICA = 100;

/** Postgres and Redis, at the same time: the person's own where set, else started here, each on a port it keeps. */
export const startBackingServers = async (
  settings: LocalSettings,
  secrets: LocalSecrets,
  processes: SystemProcesses,
  printer: ProgressPrinter,
): Promise<BackingUrls> => {
  const [postgresPort, redisPort] = await freePorts(2);
  const postgres = async (): Promise<string> => {
    if (settings.databaseUrl !== undefined) return withDatabase(settings.databaseUrl);
    const folder = join(settings.dataDir, 'postgres');
    const { url } = await printer.step(
      'PostgreSQL',
      processes.start({
        name: 'postgres',
        stage: 'server',
        attempts: 1,
        mark: join(folder, 'data'),
        launch: (watch) =>
          startEmbeddedPostgres({
            folder,
            password: secrets.postgresPassword,
            port: postgresPort,
            durability: settings.durability,
            maxConnections: CONNECTIONS_OF_A_REPLICA * settings.replicas,
            ...watch,
          }),
      }),
      ({ port }) => `127.0.0.1:${port}`,
    );
    return Object.assign(new URL(url), { pathname: `/${DATABASE}` }).href;
  };
  const redis = async (): Promise<string> => {
    if (settings.redisUrl !== undefined) return settings.redisUrl;
    const folder = join(settings.dataDir, 'redis');
    const { url } = await printer.step(
      'Redis',
      processes.start({
        name: 'redis',
        stage: 'server',
        attempts: 1,
        mark: folder,
        launch: (watch) =>
          startRedis({
            folder,
            password: secrets.redisPassword,
            users: redisUserLines(secrets.redisPasswords),
            port: redisPort,
            onProgress: (text) => printer.line(`  ${text}`),
            ...watch,
          }),
      }),
      ({ port }) => `127.0.0.1:${port}`,
    );
    return url;
  };
  const [databaseAdminUrl, redisUrl] = await Promise.all([postgres(), redis()]);
  // A Redis of the person's own knows no users of ours: every process has its one address.
  const isOwn = settings.redisUrl !== undefined;
  const redisUrls = Object.fromEntries(
    REDIS_USER_NAMES.map((name) => [
      name,
      isOwn ? redisUrl : redisUrlFor(redisUrl, name, secrets.redisPasswords[name] ?? ''),
    ]),
  );
  return { databaseAdminUrl, redisUrl, redisUrls };
};

/** A service's own login to the system's database. */
export const serviceDatabaseUrl = (adminUrl: string, service: string, password: string): string => {
  return Object.assign(new URL(adminUrl), { username: `lectern_${service}`, password }).href;
};

/** A URL without a database, or with the one that every server has, means one of our own there. */
const withDatabase = (url: string): string => {
  const parsed = new URL(url);
  if (['', '/', '/postgres'].includes(parsed.pathname)) parsed.pathname = `/${DATABASE}`;
  return parsed.href;
};
