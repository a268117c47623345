import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { issueLink } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import type { User } from '../user/user.entity.ts';
import type { LinkRequest } from './link-request.entity.ts';
import { LinkRequestRepository } from './link-request.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { LINK_LIFETIME_MS, newAccountToken } from '../account-token/account-token.ts';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';

type Asked = RpcInput<typeof issueLink>;

/** Links that are for an account; others are for the holder of the address. */
const OF_ACCOUNTS: readonly Asked['purpose'][] = ['email_change', 'verify_email', 'email_undo'];

/**
 * Makes the link of an email that is being posted, or answers that it would lead nowhere. Each call makes another one. A request of
 * messaging alone is not enough: identity has published the email, or knows the membership that a welcome is about.
 */
@Injectable()
export class IssueLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly claims: ClaimRepository,
    private readonly tokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly memberships: MembershipRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(issueLink)
  async execute(asked: Asked): Promise<RpcOutput<typeof issueLink>> {
    if (asked.purpose === 'admin_invite' || asked.purpose === 'admin_reset') return this.forAdmin(asked);
    const found = await this.accountOf(asked);
    return this.transactor.run(async (tx) => {
      // Locked, so that no link is made while another one that ends it is used.
      const user = found === null ? null : await this.users.lockById(tx, found.id);
      if (user === null && found !== null) return { token: null }; // deleted meanwhile
      const now = this.clock.now();
      const left =
        asked.purpose === 'email_undo' && user !== null
          ? await this.requests.findLeft(tx, user.id, keyOf(asked.email))
          : null;
      if (!(await this.leadsSomewhere(tx, asked, user, left, now))) {
        return {
          token: null,
          ...(user?.deactivatedAt == null || asked.purpose === 'email_undo' ? {} : { isRefused: true }),
        };
      }
      if (!(await this.isPublished(tx, asked, user))) {
        // The welcome may arrive before its membership: messaging asks again.
        if (asked.purpose === 'setup' || asked.purpose === 'verify_email') throw new DomainError('in_progress');
        return { token: null };
      }
      const token = newAccountToken();
      // A change is undone for seven days after it was made, whenever the email with the link leaves.
      const createdAt = left?.requestedAt ?? now;
      await this.tokens.add(tx, token, {
        purpose: asked.purpose,
        emailKey: keyOf(asked.email),
        userId: asked.purpose === 'setup' ? null : (user?.id ?? null),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + LINK_LIFETIME_MS[asked.purpose]),
      });
      return { token };
    });
  }

  private async forAdmin({ email, purpose }: Asked): Promise<RpcOutput<typeof issueLink>> {
    const admin = await this.admins.findByEmailKey(keyOf(email));
    if (admin === null || !admin.isActive || (purpose === 'admin_invite' && admin.lastLoginAt !== null))
      return { token: null };
    return this.transactor.run(async (tx) => {
      if (!(await this.requests.wasPublished(tx, { purposes: [purpose], emailKey: admin.emailKey })))
        return { token: null };
      const [token, now] = [newAccountToken(), this.clock.now()];
      await this.tokens.add(tx, token, {
        purpose,
        emailKey: admin.emailKey,
        userId: null,
        adminId: admin.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS[purpose]),
      });
      return { token };
    });
  }

  private async accountOf({ email, purpose, userId }: Asked): Promise<User | null> {
    if (!OF_ACCOUNTS.includes(purpose)) {
      const emailKey = keyOf(email);
      const since = new Date(this.clock.now().getTime() - LINK_LIFETIME_MS.email_change);
      return (
        (await this.users.findByEmailKey(emailKey)) ??
        (purpose === 'reset' ? this.users.findMovedByStaff(null, emailKey, since) : null)
      );
    }
    return userId === undefined ? null : this.users.findById(userId);
  }

  private async isPublished(tx: Transaction, { purpose, email }: Asked, user: User | null): Promise<boolean> {
    const emailKey = keyOf(email);
    switch (purpose) {
      case 'setup':
        return (
          (await this.requests.wasPublished(tx, { purposes: ['setup'], emailKey })) ||
          (await this.claims.hasCustomer(tx, emailKey))
        );
      case 'reset':
        // A holder who asks to be set up and has a password is sent a reset.
        return this.requests.wasPublished(tx, { purposes: ['reset', 'setup'], emailKey });
      case 'verify_email':
        if (user === null) return false;
        return (
          (await this.requests.wasPublished(tx, { purposes: ['verify_email'], emailKey, userId: user.id })) ||
          (await this.memberships.of(tx, user.id)).length > 0
        );
      case 'email_change':
        return (
          user !== null && this.requests.wasPublished(tx, { purposes: ['email_change'], emailKey, userId: user.id })
        );
      case 'email_undo':
        return true; // a row of its own says that the account left the address
      case 'admin_invite':
      case 'admin_reset':
        return false;
    }
  }

  private async leadsSomewhere(
    tx: Transaction,
    { purpose, email }: Asked,
    user: User | null,
    left: LinkRequest | null,
    now: Date,
  ): Promise<boolean> {
    if (user !== null && user.deactivatedAt !== null) return false;
    switch (purpose) {
      case 'setup':
        if (user === null || user.passwordHash === null) return true;
        // Someone paid for this mailbox, which nobody verified.
        return user.emailVerifiedAt === null && (await this.claims.wasPaidFor(tx, user));
      case 'reset':
        return user !== null;
      case 'email_change':
        return user !== null && user.pendingEmail !== null && keyOf(user.pendingEmail) === keyOf(email);
      case 'verify_email':
        return user !== null && user.emailVerifiedAt === null && user.emailKey === keyOf(email);
      case 'email_undo':
        return left !== null && left.requestedAt.getTime() + LINK_LIFETIME_MS.email_undo > now.getTime();
      case 'admin_invite':
      case 'admin_reset':
        return false;
    }
  }
}
