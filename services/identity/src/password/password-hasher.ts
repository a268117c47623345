import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '@lectern/contracts/errors';

// 2 is Argon2id; the package's own name for it is a const enum, which isolated modules cannot read.
/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const ARGON2 = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** One hash takes 19 MiB and a core for tens of milliseconds: more at once would only make all of them slow. */
const AT_ONCE = 4;
/** Who waits longer than for these would better be told to come back. */
const WAITING = 32;

/** Hashes and checks passwords, a few at a time; `too_many_requests` when too many wait. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private decoy: Promise<string> | undefined;

  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, ARGON2));
  }

  /** Whether `password` belongs to the hash. Without a hash it works as long and answers false, so that time tells nothing. */
  async verify(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    this.decoy ??= hash('no password has this hash', ARGON2);
    const stored = passwordHash ?? (await this.decoy);
    const matches = await this.inTurn(() => verify(stored, password));
    return matches && passwordHash != null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      if (this.queue.length >= WAITING) throw new DomainError('too_many_requests', { retryAfter: 2 });
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
