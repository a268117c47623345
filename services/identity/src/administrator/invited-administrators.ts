import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { newAccountToken } from '../account-token/account-token.ts';
import { LINK_LETTERS_PER_HOUR, linkLimitSince } from '../link-request/link-limit.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { AdminRepository } from '../admin/admin.repository.ts';

/** What became of an invitation: `taken` is an address whose administrator has signed in, or is deactivated; `too_many` are three within the hour. */
export type Invitation = 'new' | 'again' | 'taken' | 'too_many';

/** Makes the account of a new administrator, which nobody can sign in to before its link set a password, and emails the link; or emails it again. */
@Injectable()
export class InvitedAdministrators {
  constructor(
    private readonly admins: AdminRepository,
    private readonly requests: LinkRequestRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /** Of a password that nobody knows. Takes time, so it is made before the transaction. */
  unusableHash(): Promise<string> {
    return this.passwords.hash(newAccountToken());
  }

  async invite(tx: Transaction, { email, name }: { readonly email: string; readonly name: string }, passwordHash: string): Promise<Invitation> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    await this.requests.lockLettersTo(tx, emailKey);
    const isNew = await this.admins.addIfMissing(tx, { email: email.trim(), emailKey, name, passwordHash, createdAt: now });
    const admin = await this.admins.find(tx, emailKey);
    if (!isNew && (admin === null || admin.lastLoginAt !== null || !admin.isActive)) return 'taken';
    return (await this.email(tx, email.trim(), 'admin_invite')) ? (isNew ? 'new' : 'again') : 'too_many';
  }

  /** Emails a link, unless the mailbox had three of its kind within the hour. */
  async email(tx: Transaction, email: string, letter: 'admin_invite' | 'admin_reset'): Promise<boolean> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    if ((await this.requests.lettersTo(tx, emailKey, letter, linkLimitSince(now))) >= LINK_LETTERS_PER_HOUR) return false;
    const requestId = randomUUID();
    await this.requests.add(tx, { id: requestId, purpose: letter, email, emailKey, userId: null, requestedAt: now, answeredAt: now, hasLetter: true });
    await tx.publish(linkRequested, { requestId, letter, email, firstName: null });
    return true;
  }
}
