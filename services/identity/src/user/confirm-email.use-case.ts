import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { emailChanged } from '@lectern/contracts/identity/events';
import type { confirmEmail } from '@lectern/contracts/identity/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { applyMemberships } from '../membership/apply-memberships.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { PAID_WITHOUT_ACCOUNT, requireOwnAddress } from './require-own-address.ts';
import { UserRepository } from './user.repository.ts';

/**
 * Takes what a mailbox confirmed by its link. A new address, the one that the account asked for last: what was paid for under the
 * old address stays the account's, what the new one paid for becomes it, and links that were mailed to the old one end. The old
 * address is told. Or the present address: it is proven from then on, which changes no session; once it is, following such a link
 * again says the same.
 */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<RpcOutput<typeof confirmEmail>> {
    const link = await this.accountTokens.find(token, ['email_change', 'prove_email'], this.clock.now());
    if (link === null || link.userId === null) throw new DomainError('link_invalid');
    const { userId, emailKey } = link;
    if (link.purpose === 'prove_email') {
      await this.transactor.run((tx) => this.prove(tx, token, userId, emailKey));
      return { isChanged: false };
    }
    if (link.usedAt !== null) throw new DomainError('link_invalid');
    try {
      await this.transactor.run((tx) => this.change(tx, token, userId, emailKey));
      return { isChanged: true };
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw new DomainError('email_taken', { message: 'Another account has this email already.' });
      throw error;
    }
  }

  private async prove(tx: Transaction, token: string, userId: string, emailKey: string): Promise<void> {
    const now = this.clock.now();
    await this.users.lockAddress(tx, emailKey);
    const user = await this.users.lockById(tx, userId);
    if (user === null || user.emailKey !== emailKey) throw new DomainError('link_invalid');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.emailProvenAt !== null) return;
    // Also here: the payment may have come since the letter was posted.
    await requireOwnAddress(tx, this.memberships, user, PAID_WITHOUT_ACCOUNT);
    if (!(await this.accountTokens.use(tx, token, 'prove_email', now))) throw new DomainError('link_invalid');
    user.emailProvenAt = now;
    await this.users.saveUntold(tx, user);
  }

  private async change(tx: Transaction, token: string, userId: string, emailKey: string): Promise<void> {
    const now = this.clock.now();
    await this.users.lockAddress(tx, emailKey);
    const user = await this.users.lockById(tx, userId);
    if (user === null || user.pendingEmail === null || keyOf(user.pendingEmail) !== emailKey) throw new DomainError('link_invalid');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    // Also here: the payment may have come since the change was asked for.
    await requireOwnAddress(tx, this.memberships, user);
    if (!(await this.accountTokens.use(tx, token, 'email_change', now))) throw new DomainError('link_invalid');
    const old = { email: user.email, emailKey: user.emailKey };
    await this.accountTokens.endAllOf(tx, user.id, old.emailKey, now);
    await this.memberships.bind(tx, user.id, old.emailKey);
    user.email = user.pendingEmail;
    user.emailKey = emailKey;
    user.pendingEmail = null;
    user.emailProvenAt = now;
    user.version += 1;
    applyMemberships(user, await this.memberships.of(tx, user.id, emailKey));
    await this.users.save(tx, user);
    await this.memberships.bind(tx, user.id, emailKey);
    await tx.publish(emailChanged, { userId: user.id, version: user.version, oldEmail: old.email, firstName: user.firstName });
  }
}
