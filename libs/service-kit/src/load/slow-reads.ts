import type { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.ts';
import { failFastRedis } from '../rpc/connections.ts';

const KEY = 'lectern:reads-are-slow';
/** So long one word holds: twice as long as gateways take to say it again. */
const HOLDS_MS = 500;

/**
 * The word of gateways, through Redis, that people who read wait too long. Work that can wait goes slower while it holds. It ends by
 * itself, and where it gets lost nothing is wrong but the pace.
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

  /** Says it, for half a second. Never rejects. */
  async report(): Promise<void> {
    await this.redis
      .set(KEY, '1', 'PX', HOLDS_MS)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Nobody was told that reads are slow'));
  }

  /** Whether any gateway said so in the last half second; no, while Redis is away. Never rejects. */
  async reported(): Promise<boolean> {
    return (await this.redis.exists(KEY).catch(() => 0)) === 1;
  }
}
