import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { failFastRedis } from '../rpc/connections.ts';

const KEY = 'lectern:reads-are-slow';
/** How long one report is valid: twice the interval at which gateways repeat it. */
const HOLDS_MS = 500;

/**
 * Gateways report through Redis that readers wait too long. Work that can wait slows down while a report is valid. A
 * report expires, and losing one affects only the pace.
 */
export class SlowReads {
  private readonly redis: Redis;

  constructor(
    redisUrl: string,
    processName: string,
    private readonly logger: Logger,
  ) {
    this.redis = failFastRedis(redisUrl, `${processName}-load`);
    this.redis.on('error', (error: Error) => logger.warn({ err: error }, 'Redis connection failed'));
  }

  async connect(): Promise<void> {
    await this.redis.connect();
  }

  close(): void {
    this.redis.disconnect();
  }

  /** Reports slow reads, for half a second. Never rejects. */
  async report(): Promise<void> {
    await this.redis
      .set(KEY, '1', 'PX', HOLDS_MS)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Could not report that reads are slow'));
  }

  /** Whether any gateway reported it in the last half second; false while Redis is unavailable. Never rejects. */
  async reported(): Promise<boolean> {
    return (await this.redis.exists(KEY).catch(() => 0)) === 1;
  }
}
