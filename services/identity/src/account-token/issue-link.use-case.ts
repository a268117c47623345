import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { issueLink } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import type { User } from '../user/user.entity.ts';
import type { LinkRequest } from '../link-request/link-request.entity.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { LINK_LIFETIME_MS, newAccountToken } from './account-token.ts';
import { AccountTokenRepository } from './account-token.repository.ts';

type Asked = RpcInput<typeof issueLink>;

/** Links that are for an account; others are for the holder of the address. */
const OF_ACCOUNTS: readonly Asked['purpose'][] = ['email_change', 'prove_email', 'email_undo'];

/** Makes the link of a letter that is being posted, or says that it would lead nowhere. Each call makes another one. */
@Injectable()
export class IssueLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly claims: ClaimRepository,
    private readonly tokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly clock: Clock,
  ) {}

  async execute(asked: Asked): Promise<RpcOutput<typeof issueLink>> {
    if (asked.purpose === 'admin_invite' || asked.purpose === 'admin_reset') return this.forAdmin(asked);
    const user = await this.accountOf(asked);
    return this.transactor.run(async (tx) => {
      const now = this.clock.now();
      const left =
        asked.purpose === 'email_undo' && user !== null ? await this.lastLeft(tx, user.id, keyOf(asked.email)) : null;
      if (!(await this.leadsSomewhere(tx, asked, user, left, now))) {
        return {
          token: null,
          ...(user?.deactivatedAt == null || asked.purpose === 'email_undo' ? {} : { isRefused: true }),
        };
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
    const [token, now] = [newAccountToken(), this.clock.now()];
    const about = {
      purpose,
      emailKey: admin.emailKey,
      userId: null,
      adminId: admin.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS[purpose]),
    };
    await this.transactor.run((tx) => this.tokens.add(tx, token, about));
    return { token };
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

  /** Under the lock of the account, so that no link is made while another one that ends it is used. */
  private async lastLeft(tx: Transaction, userId: string, emailKey: string): Promise<LinkRequest | null> {
    await this.users.lockById(tx, userId);
    return this.requests.findLeft(tx, userId, emailKey);
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
        // Nobody verified this mailbox, for which somebody paid.
        return user.emailProvenAt === null && (await this.claims.wasPaidFor(tx, user));
      case 'reset':
        return user !== null;
      case 'email_change':
        return user !== null && user.pendingEmail !== null && keyOf(user.pendingEmail) === keyOf(email);
      case 'prove_email':
        return user !== null && user.emailProvenAt === null && user.emailKey === keyOf(email);
      case 'email_undo':
        return left !== null && left.requestedAt.getTime() + LINK_LIFETIME_MS.email_undo > now.getTime();
      case 'admin_invite':
      case 'admin_reset':
        return false;
    }
  }
}
