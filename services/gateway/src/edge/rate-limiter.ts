import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DomainError } from '@lectern/contracts/errors';
import type { RateLimit } from '@lectern/contracts/route';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { failFastRedis } from '@lectern/service-kit/rpc/connections';
import { GatewayConfig } from '../config.ts';
import { networkOf } from './visitor-network.ts';

/** Calls per minute and network address (decisions, "Accounts"). Guessing passwords is limited by identity, per account. */
const PER_MINUTE: Record<Exclude<RateLimit, 'none'>, number> = { write: 10, checkout: 5, 'sign-in': 30 };
const WINDOW_SECONDS = 60;

const inMinutes = (seconds: number): string => (seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

/** Limits calls per network address, counted together by all gateways. */
@Injectable()
export class RateLimiter implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(
    @Inject(GatewayConfig) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.redis = failFastRedis(config.REDIS_URL, 'gateway-rate-limit');
    this.redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis connection failed'));
  }

  async onModuleInit(): Promise<void> {
    await this.redis.connect();
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Counts a call. Throws `too_many_requests` with the seconds to wait when it is one too many. */
  async count(kind: RateLimit, address: string): Promise<void> {
    if (kind === 'none') return;
    const key = `lectern:rate:${kind}:${networkOf(address)}`;
    const answers = await this.redis
      .multi()
      .incr(key)
      .expire(key, WINDOW_SECONDS, 'NX')
      .ttl(key)
      .exec()
      .catch((error: unknown) => {
        // Without Redis no service can be asked either: the call fails by itself, with the right words.
        this.logger.warn({ err: error }, 'A call could not be counted');
        return null;
      });
    const calls = Number(answers?.[0]?.[1] ?? 0);
    if (calls <= Math.max(1, Math.floor(PER_MINUTE[kind] * this.config.RATE_LIMIT_SCALE))) return;
    const wait = Math.max(1, Number(answers?.[2]?.[1] ?? WINDOW_SECONDS));
    throw new DomainError('too_many_requests', {
      message: `Too many requests. Please try again in ${inMinutes(wait)}.`,
      retryAfter: wait,
    });
  }
}
