import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import type { RateLimit } from '@lectern/contracts/route';
import { networkOf } from '@lectern/service-kit/load/network-of';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { failFastRedis } from '@lectern/service-kit/redis/connections';
import { GatewayConfig } from '../config.ts';

/** `own-sign-in`: all known browsers and sessions of a network together; each is also counted separately. */
type Counted = RateLimit | 'own-sign-in';
/** Calls per minute and network address, or account for `account-write` (decisions, "Accounts"). Guesses at one account are limited by identity. */
const PER_MINUTE: Record<Exclude<Counted, 'none'>, number> = {
  write: 10,
  'account-write': 10,
  checkout: 5,
  'sign-in': 30,
  'own-sign-in': 60,
  // The page that asks does so some ten times within its first minute.
  'provider-read': 120,
};
const WINDOW_SECONDS = 60;
const HOUR_SECONDS = 3_600;
const MEMBERSHIPS_PER_HOUR = 5;
const FAILED_ACCOUNTS_PER_HOUR = 10;
/** Enough for a coach whose debaters were all entered with one mistyped address. */
const CORRECTIONS_PER_HOUR = 10;

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
    const wait = await this.waitOf(kind, networkOf(address));
    if (wait !== null) throw tooManyRequests(wait);
  }

  /** As {@link count}, for a call of an account. */
  async countAccount(kind: RateLimit, accountId: string): Promise<void> {
    const wait = await this.waitOf(kind, accountId);
    if (wait !== null) throw tooManyRequests(wait);
  }

  /** Counts a call of a network, an account, or a known browser. Returns the seconds left of the minute when it is one too many, else null. */
  async waitOf(kind: Counted, caller: string): Promise<number | null> {
    if (kind === 'none') return null;
    const { calls, seconds } = await this.countOf(`lectern:rate:${kind}:${caller}`, WINDOW_SECONDS);
    return calls <= this.scaled(PER_MINUTE[kind]) ? null : seconds;
  }

  /** Counts that a network is shown whether an address belongs to a member. Returns whether it may be, which holds five times an hour. */
  async mayLearnOfMembership(address: string): Promise<boolean> {
    const { calls } = await this.countOf(`lectern:rate:membership:${networkOf(address)}`, HOUR_SECONDS);
    return calls <= this.scaled(MEMBERSHIPS_PER_HOUR);
  }

  /**
   * Counts a correction of an email address by staff, which emails both mailboxes. Throws `too_many_requests` at the `field` of the form,
   * with the seconds to wait, when one of them would be emailed more than ten times an hour: it may be anybody's.
   */
  async countCorrection(mailboxes: readonly string[], field: string): Promise<void> {
    for (const mailbox of mailboxes) {
      const key = createHash('sha256').update(emailKey(mailbox)).digest('base64url');
      const { calls, seconds } = await this.countOf(`lectern:rate:correction:${key}`, HOUR_SECONDS);
      if (calls <= this.scaled(CORRECTIONS_PER_HOUR)) continue;
      const message = `${mailbox} had too many corrections within an hour. Nothing was changed. Please try again in ${inMinutes(seconds)}.`;
      throw new DomainError('too_many_requests', { message, fields: { [field]: message }, retryAfter: seconds });
    }
  }

  /** Notes that a network, or a known browser, failed to sign in to an account. */
  async noteFailure(caller: string, account: string): Promise<void> {
    const key = `lectern:rate:failed:${caller}`;
    await this.redis.multi().sadd(key, account).expire(key, HOUR_SECONDS, 'NX').exec().catch(this.uncounted);
  }

  /** Whether sign-ins from there failed on so many accounts within the hour that it looks like guessing. */
  async hasFailedOnMany(caller: string): Promise<boolean> {
    const accounts = await this.redis.scard(`lectern:rate:failed:${caller}`).catch(this.uncounted);
    return (accounts ?? 0) >= this.scaled(FAILED_ACCOUNTS_PER_HOUR);
  }

  private async countOf(key: string, windowSeconds: number): Promise<{ calls: number; seconds: number }> {
    const answers = await this.redis
      .multi()
      .incr(key)
      .expire(key, windowSeconds, 'NX')
      .ttl(key)
      .exec()
      .catch(this.uncounted);
    return { calls: Number(answers?.[0]?.[1] ?? 0), seconds: Math.max(1, Number(answers?.[2]?.[1] ?? windowSeconds)) };
  }

  private scaled(limit: number): number {
    return Math.max(1, Math.floor(limit * this.config.RATE_LIMIT_SCALE));
  }

  /** Without Redis no service can be called either: the call fails there, with a proper error. */
  private readonly uncounted = (error: unknown): null => {
    this.logger.warn({ err: error }, 'A call could not be counted');
    return null;
  };
}

/** `too_many_requests`, with the seconds to wait. */
export const tooManyRequests = (seconds: number): DomainError =>
  new DomainError('too_many_requests', {
    message: `Too many requests. Please try again in ${inMinutes(seconds)}.`,
    retryAfter: seconds,
  });
