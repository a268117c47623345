import { redisCommand } from '@lectern/tools/servers/redis-command';
import { TEST_REDIS_DATABASES } from './running-servers.ts';
import { announcedRedisUrl } from './test-servers-env.ts';

export interface TestRedis {
  /** The URL of a logical database of this suite only. */
  url: string;
  /** Empties it. */
  flush(): Promise<void>;
}

/**
 * An empty logical Redis database of this suite only. Not isolated: publish/subscribe channels, server-wide settings,
 * FLUSHALL and restarts; a suite that needs those starts its own server (`startRedis` of tools).
 */
export const createTestRedis = async (): Promise<TestRedis> => {
  const serverUrl = announcedRedisUrl();
  // Database 0 holds the counter that workers share.
  const [turn] = await redisCommand(`${serverUrl}/0`, 'INCR test-kit:databases');
  const number = ((Number(turn) - 1) % (TEST_REDIS_DATABASES - 1)) + 1;
  const url = `${serverUrl}/${number}`;
  const flush = async (): Promise<void> => {
    await redisCommand(url, 'FLUSHDB');
  };
  await flush();
  return { url, flush };
};
