import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { DomainError } from '@lectern/contracts/errors';
import { Clock } from '@lectern/service-kit/time/clock';
import { delayAfterFailures, waitMessage } from './sign-in-delay.ts';
import { SignInStore } from './sign-in-store.ts';

export interface SignInAttempt {
  readonly audience: 'member' | 'admin';
  readonly emailKey: string;
  /** A browser that signed in to the account before, or a session that confirms by the password. All others count together. */
  readonly by?: `device:${string}` | `session:${string}` | undefined;
}

/** An attempt that counts as failed until the throttle is told otherwise. */
export interface CountedAttempt extends SignInAttempt {
  /** When it was counted, and when the failure before it was; milliseconds. */
  readonly countedAt: number;
  readonly lastBefore: string;
}

/**
 * Takes one failure back: the count, and the time of the last one where no other attempt came meanwhile. Were it set back although one
 * came, whoever knows the password could undo the pause after a wrong code.
 */
const TAKE_BACK = `
  if redis.call('HINCRBY', KEYS[1], 'failures', -1) <= 0 then return redis.call('DEL', KEYS[1]) end
  if redis.call('HGET', KEYS[1], 'last') == ARGV[1] then redis.call('HSET', KEYS[1], 'last', ARGV[2]) end
  return 0`;

/** A day without a failure forgets them. */
const FORGET_MS = 24 * 3_600_000;

/**
 * Slows down guesses at an account's password. Everybody shares the account's counter but the browsers that signed in to it before and its
 * sessions, which have their own, so that a stranger's guesses do not shut out its holder
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). The counters live in Redis so that all replicas count
 * together; an attempt is counted before its password is looked at, so that a hundred at the same moment are not all free.
 * While Redis is away everything here throws `service_unavailable`.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly store: SignInStore,
    private readonly clock: Clock,
  ) {}

  /** Counts the attempt as failed until {@link succeeded} or {@link withdraw} says otherwise. Throws `too_many_attempts` while it has to wait. */
  async begin(attempt: SignInAttempt): Promise<CountedAttempt> {
    return this.store.ask((redis) => this.count(redis, attempt));
  }

  /** It was no failure, and no success either: everything is as if it had not been, and earlier failures still count. */
  async withdraw(attempt: CountedAttempt): Promise<void> {
    await this.store.ask((redis) =>
      redis.eval(TAKE_BACK, 1, this.counterOf(attempt), String(attempt.countedAt), attempt.lastBefore),
    );
  }

  /** The password was right: whoever tried starts afresh. What others failed at counts still. */
  async succeeded(attempt: SignInAttempt): Promise<void> {
    await this.store.ask((redis) => redis.del(this.counterOf(attempt)));
  }

  /** Forgets every failure on an account, of whatever browser and session. Idempotent. */
  async forget(account: Pick<SignInAttempt, 'audience' | 'emailKey'>): Promise<void> {
    await this.store.ask(async (redis) => {
      const others = await redis.smembers(this.othersOf(account));
      await redis.del(this.counterOf(account), this.othersOf(account), ...others);
    });
  }

  private async count(redis: Redis, attempt: SignInAttempt): Promise<CountedAttempt> {
    const now = this.clock.now().getTime();
    const counter = this.counterOf(attempt);
    const [failures, lastFailure] = await redis.hmget(counter, 'failures', 'last');
    const blockedUntil = Number(lastFailure ?? 0) + delayAfterFailures(Number(failures ?? 0));
    if (blockedUntil > now) throw this.tooMany(blockedUntil - now);
    const count = redis.multi().hincrby(counter, 'failures', 1).hset(counter, 'last', now).pexpire(counter, FORGET_MS);
    if (attempt.by !== undefined)
      count.sadd(this.othersOf(attempt), counter).pexpire(this.othersOf(attempt), FORGET_MS);
    const counted = await count.exec();
    // Of attempts that came at the same moment, those beyond the free ones are refused by their own number.
    const own = Number(counted?.[0]?.[1] ?? 1);
    if (own > Number(failures ?? 0) + 1 && delayAfterFailures(own - 1) > 0)
      throw this.tooMany(delayAfterFailures(own - 1));
    return { ...attempt, countedAt: now, lastBefore: lastFailure ?? '0' };
  }

  private counterOf({ by, ...account }: SignInAttempt): string {
    return by === undefined ? this.accountKey(account) : `${this.accountKey(account)}:${by}`;
  }

  /** Names the counters of an account beside the shared one. */
  private othersOf(account: Pick<SignInAttempt, 'audience' | 'emailKey'>): string {
    return `${this.accountKey(account)}:others`;
  }

  private accountKey({ audience, emailKey }: Pick<SignInAttempt, 'audience' | 'emailKey'>): string {
    return `lectern:sign-in:${audience}:${createHash('sha256').update(emailKey).digest('hex').slice(0, 32)}`;
  }

  private tooMany(milliseconds: number): DomainError {
    return new DomainError('too_many_attempts', {
      message: waitMessage(milliseconds),
      retryAfter: Math.ceil(milliseconds / 1_000),
    });
  }
}
