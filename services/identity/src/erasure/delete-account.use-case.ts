import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { accountDeleted } from '@lectern/contracts/identity/events';
import type { deleteAccount } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { eraseFromOutbox } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { PresentPassword } from '../password/present-password.ts';
import { SignInThrottle } from '../session/sign-in-throttle.ts';
import { requireOwnAddress } from '../user/require-own-address.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { ErasureRepository } from './erasure.repository.ts';

/**
 * Deletes the account of who knows its password, with everything that identity keeps of them, in one transaction: tokens count no
 * more from then on, because there is nobody behind them. The other services are told, and the id alone stays, so that what
 * was told earlier does not bring the person back.
 */
@Injectable()
export class DeleteAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly claims: ClaimRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly adminActions: AdminActionRepository,
    private readonly erasures: ErasureRepository,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, currentPassword, origin }: RpcInput<typeof deleteAccount>): Promise<void> {
    const known = await this.users.findById(userId);
    if (known === null) throw new DomainError('not_found');
    await this.throttle.succeeded(await this.presentPassword.check('member', known, currentPassword, origin.ipAddress));
    await this.transactor.run((tx) => this.erase(tx, known));
  }

  private async erase(tx: Transaction, known: User): Promise<void> {
    // In the order of whoever answers a request: the request, the address, the account.
    await this.requests.lockOf(tx, known.emailKey);
    await this.users.lockAddress(tx, known.emailKey);
    const user = await this.users.lockById(tx, known.id);
    // Of two at once the second one finds nobody; and another password or address was not what this one knew.
    if (user === null) throw new DomainError('not_found');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.passwordHash !== known.passwordHash || user.emailKey !== known.emailKey) throw new DomainError('current_password_wrong');
    await requireOwnAddress(tx, this.claims, user);
    const provenEmail = user.emailProvenAt === null ? null : user.email;
    const emailKeys = [user.emailKey, ...(user.pendingEmail === null ? [] : [keyOf(user.pendingEmail)])];
    const deletedAt = this.clock.now();
    await this.users.remove(tx, user.id);
    // Those for the account go with it. What was emailed to a mailbox that is not verified may be somebody else's.
    if (provenEmail !== null) await this.accountTokens.removeOf(tx, user.emailKey);
    await this.requests.removeOf(tx, user.emailKey);
    await this.memberships.removeOf(tx, user.id, provenEmail === null ? null : user.emailKey);
    await this.claims.removeOf(tx, user.id, provenEmail === null ? null : user.emailKey);
    await this.adminActions.eraseAddresses(tx, emailKeys);
    await eraseFromOutbox(tx, { userId: user.id, emailKeys });
    await this.erasures.add(tx, user.id, deletedAt);
    await tx.publish(accountDeleted, { userId: user.id, email: user.email, provenEmail, firstName: user.firstName, deletedAt: deletedAt.toISOString() });
  }
}
