import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { administratorsChanged, linkRequested } from '@lectern/contracts/identity/events';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { newAccountToken } from '../account-token/account-token.ts';
import { AdminRepository, type Switched } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LINK_EMAILS_PER_HOUR, linkLimitSince } from '../link-request/link-limit.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';

/** The person who changes an administrator: another administrator on a page, or an operator by a command. */
export type ChangedBy = ActingAdmin | 'operator';

/**
 * The outcome of an invitation. `taken`: the administrator of this address has signed in, or is deactivated. `too_many`: three within the
 * hour.
 */
export type Invitation = 'new' | 'again' | 'taken' | 'too_many';

type Change = 'created' | 'invited' | 'deactivated' | 'reactivated';

/**
 * Changes who may administer. Each change is recorded, and reported to all other active administrators, in its own transaction, so that a
 * thief of one account or of the operator's credentials is noticed.
 */
@Injectable()
export class AdministratorChanges {
  constructor(
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /** The hash of a password that nobody knows. Takes time, so it is made before the transaction. */
  unusableHash(email: string): Promise<string> {
    return this.passwords.hash(newAccountToken(), accountHolder(keyOf(email)));
  }

  /** Makes an administrator with a password, unless the address has one. Returns whether it was new. */
  async create(
    tx: Transaction,
    { email, name }: { readonly email: string; readonly name: string },
    passwordHash: string,
  ): Promise<boolean> {
    const isNew = await this.admins.addIfMissing(tx, {
      email: email.trim(),
      emailKey: keyOf(email),
      name,
      role: 'owner',
      passwordHash,
      createdAt: this.clock.now(),
    });
    if (isNew) await this.note(tx, 'create_administrator', 'created', email, 'operator');
    return isNew;
  }

  /** Makes an account that nobody can sign in to before its link set a password, and emails the link; or emails it again. */
  async invite(
    tx: Transaction,
    { email, name }: { readonly email: string; readonly name: string },
    passwordHash: string,
    by: ChangedBy,
  ): Promise<Invitation> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    await this.requests.lockEmailsTo(tx, emailKey);
    const isNew = await this.admins.addIfMissing(tx, {
      email: email.trim(),
      emailKey,
      name,
      role: 'owner',
      passwordHash,
      createdAt: now,
    });
    const admin = await this.admins.find(tx, emailKey);
    if (!isNew && (admin === null || admin.lastLoginAt !== null || !admin.isActive)) return 'taken';
    if (!(await this.emailLink(tx, email.trim(), 'admin_invite'))) return 'too_many';
    await this.note(tx, 'invite_administrator', 'invited', email, by);
    return isNew ? 'new' : 'again';
  }

  /** Emails a link, unless the mailbox had three of its kind within the hour. */
  async emailLink(tx: Transaction, email: string, purpose: 'admin_invite' | 'admin_reset'): Promise<boolean> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    if ((await this.requests.emailsTo(tx, emailKey, purpose, linkLimitSince(now))) >= LINK_EMAILS_PER_HOUR)
      return false;
    const requestId = randomUUID();
    await this.requests.add(tx, {
      id: requestId,
      purpose,
      email,
      emailKey,
      userId: null,
      requestedAt: now,
      answeredAt: now,
      isEmailed: true,
    });
    await tx.publish(linkRequested, { requestId, purpose, email, firstName: null });
    return true;
  }

  /** Deactivates an administrator, which ends every session and link, or reactivates one. Idempotent. */
  async setActive(tx: Transaction, emailKey: string, isActive: boolean, by: ChangedBy): Promise<Switched> {
    const outcome = await this.admins.setActive(tx, emailKey, isActive);
    if (typeof outcome === 'string') return outcome;
    if (!isActive) await this.accountTokens.endAllOfAdmin(tx, outcome.id, this.clock.now());
    await this.note(
      tx,
      isActive ? 'activate_administrator' : 'deactivate_administrator',
      isActive ? 'reactivated' : 'deactivated',
      outcome.email,
      by,
    );
    return outcome;
  }

  private async note(tx: Transaction, action: string, change: Change, about: string, by: ChangedBy): Promise<void> {
    const [emailKey, now] = [keyOf(about), this.clock.now()];
    if (by === 'operator') await this.actions.addOfOperator(tx, action, emailKey, now);
    else
      await this.actions.add(tx, {
        adminId: by.adminId,
        action,
        details: { email: emailKey },
        origin: by.origin,
        at: now,
      });
    const active = await this.admins.allActive(tx);
    const actor = by === 'operator' ? undefined : active.find(({ id }) => id === by.adminId);
    const [changeId, at] = [randomUUID(), now.toISOString()];
    for (const { id, email } of active) {
      if (id !== actor?.id && keyOf(email) !== emailKey)
        await tx.publish(administratorsChanged, {
          changeId,
          email,
          change,
          about: about.trim(),
          by: actor?.name ?? null,
          at,
        });
    }
  }
}
