import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Injectable } from '@nestjs/common';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { NoteRepository } from '../note/note.repository.ts';
import { PersonTagRepository } from '../tag/person-tag.repository.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';

/** Marks the address of an account as its holder's, and grants them the claims, the notes and the tags of that mailbox. */
@Injectable()
export class VerifyAddress {
  constructor(
    private readonly users: UserRepository,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly claims: ClaimRepository,
    private readonly notes: NoteRepository,
    private readonly tags: PersonTagRepository,
  ) {}

  /**
   * Saves and publishes the account. Its address and its row are locked. Idempotent: a verified address keeps its first time. An emailed
   * link that needs no session, in a browser that never signed in to the account, may take the account over from a stranger
   * (`isTakenOver`).
   */
  async execute(tx: Transaction, user: User, at: Date, { isTakenOver = false } = {}): Promise<User> {
    user.emailVerifiedAt ??= at;
    user.version += 1;
    const saved = await this.users.save(tx, user, { isTakenOver });
    await this.formerAddresses.remove(tx, saved.emailKey);
    await this.claims.grantMailbox(tx, saved);
    await this.notes.grantMailbox(tx, saved);
    await this.tags.grantMailbox(tx, saved);
    return saved;
  }
}
