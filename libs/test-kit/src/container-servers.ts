import { randomBytes } from 'node:crypto';
import { type BackingServers, TEST_MAX_CONNECTIONS, TEST_REDIS_DATABASES } from './running-servers.ts';

const POSTGRES_IMAGE = 'postgres:18-alpine';
const REDIS_IMAGE = 'redis:7-alpine';

/** The servers of docker-compose.yml, by Testcontainers, which also removes them when the run is killed. */
export const startContainerServers = async (): Promise<BackingServers> => {
  // Loaded only here: it takes a second, and machines without Docker need none of it.
  const { GenericContainer, Wait } = await import('testcontainers');
  const password = randomBytes(12).toString('hex');
  const postgres = new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({
      POSTGRES_PASSWORD: password,
      POSTGRES_INITDB_ARGS:
        '--encoding=UTF8 --locale=C --lc-ctype=C.UTF-8 --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand([
      'postgres',
      ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'timezone=UTC'].flatMap((it) => ['-c', it]),
      ...['-c', `max_connections=${TEST_MAX_CONNECTIONS}`],
    ])
    .withExposedPorts(5432)
    // With the host: without it, the temporary server of the first initialization answers.
    .withHealthCheck({
      test: ['CMD-SHELL', 'pg_isready -h 127.0.0.1 -U postgres'],
      interval: 250,
      timeout: 2000,
      retries: 240,
      startPeriod: 0,
    })
    .withWaitStrategy(Wait.forHealthCheck());
  const redis = new GenericContainer(REDIS_IMAGE)
    .withCommand([
      'redis-server',
      ...['--requirepass', password],
      ...['--databases', String(TEST_REDIS_DATABASES)],
      ...['--save', ''],
      ...['--maxmemory-policy', 'noeviction'],
    ])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/));

  const started = await Promise.allSettled([postgres.start(), redis.start()]);
  const stop = async (): Promise<void> => {
    await Promise.all(
      started.map(async (it) => {
        if (it.status === 'fulfilled') await it.value.stop({ timeout: 0, removeVolumes: true });
      }),
    );
  };
  const [first, second] = started;
  if (first.status === 'rejected' || second.status === 'rejected') {
    await stop();
    throw first.status === 'rejected' ? first.reason : second.status === 'rejected' ? second.reason : undefined;
  }
  const addressOf = (it: { getHost(): string; getMappedPort(port: number): number }, port: number): string =>
    `${it.getHost()}:${it.getMappedPort(port)}`;
  return {
    kind: 'docker',
    postgresUrl: `postgres://postgres:${password}@${addressOf(first.value, 5432)}/postgres`,
    redisUrl: `redis://:${password}@${addressOf(second.value, 6379)}`,
    stop,
  };
};
