import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@lectern/contracts/errors';
import { FairTurns } from '@lectern/service-kit/load/fair-turns';

// 2 is Argon2id; the package's own name for it is a const enum, which isolated modules cannot read.
/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const ARGON2 = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** One hash takes 19 MiB and a core for tens of milliseconds: more at once would only make all of them slow. */
const AT_ONCE = 4;
/** Who waits longer than for these would better be told to come back. */
const WAITING = 32;

/** Nobody hears an answer that takes longer (the deadline of requests): then there is no use in looking at the password. */
const MOST_WAIT_MS = 4_000;
const RETRY_AFTER = 2;

/** All who try to sign in from a browser that the account does not know, or open one: they have one place in the order among them. */
export const STRANGERS = 'strangers';

/**
 * Hashes and checks passwords, a few at a time. `askedBy`: the address of the account whose holder showed themselves by a known browser, a session
 * or an emailed link, or {@link STRANGERS}. They take turns, so that strangers in any number delay a holder by one password; where too many
 * wait, those with the most waiting get `too_many_requests`, and so does whoever waited so long that their caller is about to give up.
 */
@Injectable()
export class PasswordHasher {
  private readonly turns = new FairTurns({ atOnce: AT_ONCE, mostWaiting: WAITING, retryAfter: RETRY_AFTER });
  private decoy: Promise<string> | undefined;

  async hash(password: string, askedBy: string): Promise<string> {
    return this.inTurn(askedBy, () => hash(password, ARGON2));
  }

  /** Whether `password` belongs to the hash. Without a hash it works as long and answers false, so that time tells nothing. */
  async verify(passwordHash: string | null | undefined, password: string, askedBy: string): Promise<boolean> {
    this.decoy ??= hash('no password has this hash', ARGON2);
    const stored = passwordHash ?? (await this.decoy);
    const matches = await this.inTurn(askedBy, () => verify(stored, password));
    return matches && passwordHash != null;
  }

  private async inTurn<T>(askedBy: string, work: () => Promise<T>): Promise<T> {
    const tooLate = AbortSignal.timeout(MOST_WAIT_MS);
    try {
      return await this.turns.run(askedBy, work, tooLate);
    } catch (error) {
      throw tooLate.aborted && error === tooLate.reason
        ? new DomainError('too_many_requests', { retryAfter: RETRY_AFTER })
        : error;
    }
  }
}
