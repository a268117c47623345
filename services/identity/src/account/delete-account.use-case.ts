import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { deleteAccount } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { PresentPassword } from '../password/present-password.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { EraseAccount } from '../erasure/erase-account.ts';

/** Deletes the account of a member who knows its password, in one transaction. */
@Injectable()
export class DeleteAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly claims: ClaimRepository,
    private readonly requests: LinkRequestRepository,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
    private readonly eraseAccount: EraseAccount,
    private readonly clock: Clock,
  ) {}

  @Handles(deleteAccount)
  async execute({ userId, currentPassword, sessionId, origin }: RpcInput<typeof deleteAccount>): Promise<void> {
    // A payment that arrives while this runs comes too late.
    const askedAt = this.clock.now();
    const known = await this.users.findById(userId);
    if (known === null) throw new DomainError('not_found');
    await this.throttle.succeeded(
      await this.presentPassword.check('member', known, currentPassword, sessionId, origin),
    );
    await this.transactor.run((tx) => this.erase(tx, known, askedAt));
    // Without Redis they are forgotten within a day.
    await this.throttle.forget({ audience: 'member', emailKey: known.emailKey }).catch(() => undefined);
  }

  private async erase(tx: Transaction, known: User, askedAt: Date): Promise<void> {
    // Locked in the order of the job that answers requests: the request, the address, the account.
    await this.requests.lockOf(tx, known.emailKey, ...(await this.formerAddresses.of(tx, known.id)));
    await this.users.lockAddress(tx, known.emailKey);
    const user = await this.users.lockById(tx, known.id);
    // Of two concurrent deletions the second one finds no account. A password or address that changed meanwhile is not the one that was
    // checked.
    if (user === null) throw new DomainError('not_found');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.passwordHash !== known.passwordHash) throw new DomainError('current_password_wrong');
    if (user.emailKey !== known.emailKey) throw new DomainError('email_just_changed');
    await requireOwnAddress(tx, this.claims, user);
    await this.eraseAccount.execute(tx, user, { deletedAt: askedAt });
  }
}
