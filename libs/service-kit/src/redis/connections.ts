import { Redis, type RedisOptions } from 'ioredis';
import { redisOptionsOf } from './redis-address.ts';

const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000);
/** A former primary refuses writes: then the next connection goes to the current one. */
const reconnectOnError = (error: Error): boolean => error.message.startsWith('READONLY');

/**
 * A connection whose commands fail immediately while Redis is unavailable, so that a caller gets the error within its
 * timeout.
 */
export const failFastRedis = (url: string, name: string): Redis =>
  new Redis({
    ...redisOptionsOf(url),
    disableClientInfo: true, // no user of ours may set it
    connectionName: name,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy,
    reconnectOnError,
  });

/** A connection that waits for Redis to come back: for blocking reads and subscriptions. */
export const patientRedis = (url: string, name: string, options: RedisOptions = {}): Redis =>
  new Redis({
    ...redisOptionsOf(url),
    disableClientInfo: true, // no user of ours may set it
    connectionName: name,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy,
    reconnectOnError,
    ...options,
  });
