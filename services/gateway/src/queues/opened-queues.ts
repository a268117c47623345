import { Queues } from '@lectern/service-kit/jobs/queues';
import { failFastRedis } from '@lectern/service-kit/redis/connections';

/** An administrator's page polls every five seconds. */
const NAMES_CACHE_MS = 20_000;

export interface OpenedQueues {
  readonly queues: Queues;
  close(): Promise<void>;
}

/** Reads the queues over a connection of its own, so that no other request waits behind a long list. */
export const openQueues = async (redisUrl: string): Promise<OpenedQueues> => {
  const redis = failFastRedis(redisUrl, 'gateway-queues');
  redis.on('error', () => undefined); // every failed command reports it
  const queues = new Queues(redis, NAMES_CACHE_MS);
  try {
    await redis.connect();
  } catch (error) {
    redis.disconnect();
    throw error;
  }
  return {
    queues,
    close: async () => {
      await queues.close();
      redis.disconnect();
    },
  };
};
