import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@lectern/contracts/errors';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { FairTurns } from '@lectern/service-kit/load/fair-turns';
import { networkOf } from '@lectern/service-kit/load/network-of';

// 2 is Argon2id; the package's own name for it is a const enum, which isolated modules cannot read.
/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const ARGON2 = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * One hash takes 19 MiB and a core for tens of milliseconds: more concurrent ones, of holders and of strangers each, would only make all of
 * them slow.
 */
const CONCURRENT = 2;
/** Beyond this many waiting requests, a caller is better asked to come back. */
const WAITING = 32;
/** No caller waits longer for an answer (the deadline of requests): then there is no use in checking the password. */
const MOST_WAIT_MS = 4_000;
const RETRY_AFTER = 2;

/** The caller on whose behalf a password is hashed or checked. */
export interface Asker {
  /**
   * Whether the caller showed that an account is theirs: by a browser that it knows, a session or an emailed link. Anyone may have one of
   * their own.
   */
  readonly isHolder: boolean;
  /** The group that shares turns: the caller's network, or without one the account. */
  readonly from: string;
}

const networkIn = (origin: RequestOrigin | undefined): string | undefined =>
  origin?.ipAddress == null ? undefined : networkOf(origin.ipAddress);

/** The holder of the account of an address. */
export const accountHolder = (emailKey: string, origin?: RequestOrigin): Asker => ({
  isHolder: true,
  from: networkIn(origin) ?? emailKey,
});

/** A caller with nothing but the password. */
export const unknownCaller = (origin: RequestOrigin | undefined): Asker => ({
  isHolder: false,
  from: networkIn(origin) ?? '',
});

/**
 * Hashes and checks passwords, a few at a time. Holders and strangers have separate queues, so that neither can crowd out the other, and in
 * each queue the networks take turns: one that floods waits behind itself. Where too many wait, the network with the most waiting gets
 * `too_many_requests`, and so does a caller that has waited almost until its deadline.
 */
@Injectable()
export class PasswordHasher {
  private readonly holders = new FairTurns({ concurrent: CONCURRENT, mostWaiting: WAITING, retryAfter: RETRY_AFTER });
  private readonly strangers = new FairTurns({ concurrent: CONCURRENT, mostWaiting: WAITING, retryAfter: RETRY_AFTER });
  private decoy: Promise<string> | undefined;

  async hash(password: string, by: Asker): Promise<string> {
    return this.inTurn(by, () => hash(password, ARGON2));
  }

  /** Whether `password` belongs to the hash. Without a hash it works as long and answers false, so that its time reveals nothing. */
  async verify(passwordHash: string | null | undefined, password: string, by: Asker): Promise<boolean> {
    this.decoy ??= hash('no password has this hash', ARGON2);
    const stored = passwordHash ?? (await this.decoy);
    const matches = await this.inTurn(by, () => verify(stored, password));
    return matches && passwordHash != null;
  }

  private async inTurn<T>({ isHolder, from }: Asker, work: () => Promise<T>): Promise<T> {
    const tooLate = AbortSignal.timeout(MOST_WAIT_MS);
    try {
      return await (isHolder ? this.holders : this.strangers).run(from, work, tooLate);
    } catch (error) {
      throw tooLate.aborted && error === tooLate.reason
        ? new DomainError('too_many_requests', { retryAfter: RETRY_AFTER })
        : error;
    }
  }
}
