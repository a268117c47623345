import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Clock } from '@lectern/service-kit/time/clock';
import { DELAYS, waitMessage } from './sign-in-delay.ts';
import { SignInStore } from './sign-in-store.ts';

export interface SignInAttempt {
  readonly audience: 'member' | 'admin';
  readonly emailKey: string;
  /** A browser that signed in to the account before, or a session that confirms by the password. All others count together. */
  readonly by?: `device:${string}` | `session:${string}` | undefined;
}

/** An attempt that counts as failed until the caller reports otherwise. */
export interface CountedAttempt extends SignInAttempt {
  /** When it was counted, and when the failure before it was; milliseconds. */
  readonly countedAt: number;
  readonly lastBefore: string;
}

/** A day without a failure forgets them. */
const FORGET_MS = 24 * 3_600_000;

/**
 * Counts an attempt, unless it has to wait: of those that come at the same moment, no more than would be let by one after another. Answers
 * the milliseconds to wait, and the fields of {@link CountedAttempt}. No two attempts are counted at the same time, so that withdrawing one
 * leaves the other's.
 */
const COUNT = `
  local counted = redis.call('HMGET', KEYS[1], 'failures', 'last')
  local failures, last, now = tonumber(counted[1] or 0), tonumber(counted[2] or 0), tonumber(ARGV[1])
  local delay = tonumber(ARGV[math.min(failures + 3, #ARGV)])
  if delay > 0 and last + delay > now then return { last + delay - now, 0, 0 } end
  now = math.max(now, last + 1)
  redis.call('HSET', KEYS[1], 'failures', failures + 1, 'last', now)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  if KEYS[2] then
    redis.call('SADD', KEYS[2], KEYS[1])
    redis.call('PEXPIRE', KEYS[2], ARGV[2])
  end
  return { 0, now, last }`;

/**
 * Withdraws one failure: the count, and the time of the last one where no other attempt came meanwhile. If it were reset although one came,
 * a person who knows the password could undo the pause after a wrong code.
 */
const WITHDRAW = `
  if redis.call('HINCRBY', KEYS[1], 'failures', -1) <= 0 then return redis.call('DEL', KEYS[1]) end
  if redis.call('HGET', KEYS[1], 'last') == ARGV[1] then redis.call('HSET', KEYS[1], 'last', ARGV[2]) end
  return 0`;

/**
 * Slows down guesses at an account's password. Browsers that signed in to the account before, and its sessions, have their own counters;
 * everybody else shares the account's, so that a stranger's guesses do not shut out its holder
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). The counters live in Redis so that all replicas
 * count together; an attempt is counted before its password is checked, so that a hundred at the same moment are not all free. While Redis
 * is down everything here throws `service_unavailable`.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly store: SignInStore,
    private readonly clock: Clock,
  ) {}

  /** Counts the attempt as failed until {@link succeeded} or {@link withdraw} says otherwise. Throws `too_many_attempts` while it has to wait. */
  async begin(attempt: SignInAttempt): Promise<CountedAttempt> {
    const keys = [this.counterOf(attempt), ...(attempt.by === undefined ? [] : [this.othersOf(attempt)])];
    const [wait, countedAt, lastBefore] = await this.store.ask(
      (redis) =>
        redis.eval(COUNT, keys.length, ...keys, this.clock.now().getTime(), FORGET_MS, ...DELAYS) as Promise<
          [number, number, number]
        >,
    );
    if (wait > 0) throw this.tooMany(wait);
    return { ...attempt, countedAt, lastBefore: String(lastBefore) };
  }

  /**
   * Counts the attempt as {@link begin} does, then runs `check`. Where it throws, the password was not checked, so the attempt is
   * withdrawn.
   */
  async beginWith<T>(
    attempt: SignInAttempt,
    check: () => Promise<T>,
  ): Promise<{ readonly attempt: CountedAttempt; readonly found: T }> {
    const counted = await this.begin(attempt);
    try {
      return { attempt: counted, found: await check() };
    } catch (error) {
      // Without Redis the attempt stays counted, and the caller gets the first error.
      await this.withdraw(counted).catch(() => undefined);
      throw error;
    }
  }

  /** The attempt was neither a failure nor a success: it is undone, and earlier failures still count. */
  async withdraw(attempt: CountedAttempt): Promise<void> {
    await this.store.ask((redis) =>
      redis.eval(WITHDRAW, 1, this.counterOf(attempt), String(attempt.countedAt), attempt.lastBefore),
    );
  }

  /** The password was right: the attempt's own counter starts again. Failures of others still count. */
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
