import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError, type ErrorCode } from '@lectern/contracts/errors';
import { emailKey } from '@lectern/contracts/fields';
import type { KnownDevice } from '@lectern/contracts/identity/rpc';
import { PacedTurns } from './paced-turns.ts';
import { RateLimiter, tooMany } from './rate-limiter.ts';
import { networkOf } from './visitor-network.ts';

const PAUSE_MS = 2_000;
/** Of one network, in a process: those that pause at the same time, and those that wait until they may. They cost a timer and a connection each. */
const AT_ONCE = 10;
const MOST_WAITING = 50;

/** Of an account, without its address. */
const nameOf = (email: string): string => createHash('sha256').update(emailKey(email)).digest('base64url').slice(0, 16);

/** What shows that somebody did not know the password, or the code. */
const FAILURES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'credentials_wrong',
  'second_factor_wrong',
  'email_taken',
  'too_many_attempts',
]);

/** Whom a try to sign in is counted with: the browser where it is known, otherwise everyone of its network. */
const callerOf = (address: string, devices: readonly KnownDevice[]): string =>
  devices[0] === undefined ? networkOf(address) : `device:${devices[0].deviceId}`;

/**
 * Slows down who guesses at many accounts. A network from which there were too many tries within a minute, or failures on too many accounts within
 * an hour, is answered after a pause, whether the password is right or not, and a few at a time. Nobody is refused for what others of the
 * network do, and browsers that signed in before are counted by themselves.
 */
@Injectable()
export class SignInPace {
  private readonly turns = new PacedTurns(PAUSE_MS, AT_ONCE, MOST_WAITING);

  constructor(private readonly limiter: RateLimiter) {}

  /** Counts a call to a route where a password can be guessed, and waits. Throws `too_many_requests` to a known browser that calls too often, and where too many wait. */
  async admit(address: string, devices: readonly KnownDevice[]): Promise<void> {
    const caller = callerOf(address, devices);
    const wait = await this.limiter.waitOf('sign-in', caller);
    if (wait !== null && devices.length > 0) throw tooMany(wait);
    if (wait !== null || (await this.limiter.hasFailedOnMany(caller))) await this.turns.take(caller);
  }

  /** Tries to sign in, and notes a failure. */
  async attempt<T>(
    address: string,
    devices: readonly KnownDevice[],
    email: string,
    signIn: () => Promise<T>,
  ): Promise<T> {
    try {
      return await signIn();
    } catch (error) {
      if (error instanceof DomainError && FAILURES.has(error.code))
        await this.limiter.noteFailure(callerOf(address, devices), nameOf(email));
      throw error;
    }
  }
}
