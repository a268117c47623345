import { Redis, type RedisOptions } from 'ioredis';

const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000);

/** A connection whose commands fail at once while Redis is away, so that a caller hears of it within its timeout. */
export const failFastRedis = (url: string, name: string): Redis =>
  new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
  });

/** A connection that waits for Redis to come back: for blocking reads and subscriptions. */
export const patientRedis = (url: string, name: string, options: RedisOptions = {}): Redis =>
  new Redis(url, {
    connectionName: name,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy,
    ...options,
  });
