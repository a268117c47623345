import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lectern/tools/servers/embedded-postgres';
import { startRedis } from '@lectern/tools/servers/redis';
import { type BackingServers, TEST_MAX_CONNECTIONS, TEST_REDIS_DATABASES } from './running-servers.ts';

/** The servers that `npm start` uses, in a temporary folder that is removed with them. */
export const startEmbeddedServers = async (): Promise<BackingServers> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  // When root starts Postgres, it runs as another user, who needs access to the folder.
  await chmod(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  const started = await Promise.allSettled([
    startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      password,
      durability: 'fast',
      maxConnections: TEST_MAX_CONNECTIONS,
    }),
    startRedis({
      folder: join(folder, 'redis'),
      password,
      databases: TEST_REDIS_DATABASES,
      onProgress: (text) => console.log(text),
    }),
  ]);
  const [postgres, redis] = started;
  const stop = async (): Promise<void> => {
    await Promise.all(
      started.map(async (server) => {
        if (server.status === 'fulfilled') await server.value.stop();
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    await stop();
    throw postgres.status === 'rejected' ? postgres.reason : redis.status === 'rejected' ? redis.reason : undefined;
  }
  return { kind: 'embedded', postgresUrl: postgres.value.url, redisUrl: redis.value.url, stop };
};
