import { Redis, type RedisOptions } from 'ioredis';
import { redisOptionsOf } from './redis-address.ts';

const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000);
/** Who was the primary a moment ago takes no writes any more: the next connection is made to whoever is it now. */
const reconnectOnError = (error: Error): boolean => error.message.startsWith('READONLY');

/** A connection whose commands fail at once while Redis is away, so that a caller hears of it within its timeout. */
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
