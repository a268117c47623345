import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DomainError } from '@lectern/contracts/errors';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { failFastRedis } from '@lectern/service-kit/redis/connections';
import { RETRY_AFTER } from '@lectern/service-kit/rpc/protocol';
import { IdentityConfig } from '../config.ts';

/** Identity's sign-in data in Redis, shared by all replicas: counts of failures, and challenges. All of it may be lost. */
@Injectable()
export class SignInStore implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(@Inject(IdentityConfig) config: IdentityConfig, @Inject(LOGGER) logger: Logger) {
    this.redis = failFastRedis(config.REDIS_URL, 'identity-sign-in');
    this.redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis connection failed'));
  }

  async onModuleInit(): Promise<void> {
    await this.redis.connect();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Nobody is let in uncounted: without Redis every sign-in throws `service_unavailable`, whatever the caller showed. */
  async ask<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (cause) {
      throw cause instanceof DomainError
        ? cause
        : new DomainError('service_unavailable', { retryAfter: RETRY_AFTER, cause });
    }
  }
}
