import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { updateProfile } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { requestOwnLink } from '../link-request/request-own-link.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { requireOwnAddress } from './require-own-address.ts';
import type { User } from './user.entity.ts';
import { UserRepository } from './user.repository.ts';

type Update = RpcInput<typeof updateProfile>;

/**
 * Changes names and division, and asks a new address to confirm itself. Whether another account has that address is not
 * looked at here, so that nobody learns it who does not hold its mailbox.
 */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
    private readonly requests: LinkRequestRepository,
    private readonly clock: Clock,
  ) {}

  async execute(update: Update): Promise<RpcOutput<typeof updateProfile>> {
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, update.userId);
      if (user === null) throw new DomainError('not_found');
      const isOther = keyOf(update.email) !== user.emailKey;
      if (isOther) await this.askToConfirm(tx, user, update.email.trim());
      const before = told(user);
      user.firstName = update.firstName;
      user.lastName = update.lastName;
      user.division = update.division ?? user.division;
      user.hasChosenDivision ||= update.division !== undefined;
      // Another way of writing the same address needs no proof.
      if (!isOther) user.email = update.email.trim();
      user.pendingEmail = isOther ? update.email.trim() : null;
      user.isChangeByStaff = false;
      if (told(user) === before) {
        await this.users.saveUntold(tx, user);
      } else {
        user.version += 1;
        await this.users.save(tx, user);
      }
      return { pendingEmail: user.pendingEmail };
    });
  }

  private async askToConfirm(tx: Transaction, user: User, email: string): Promise<void> {
    await requireOwnAddress(tx, this.claims, user);
    await requestOwnLink(tx, this.requests, {
      user,
      purpose: 'email_change',
      email,
      now: this.clock.now(),
      tooMany: 'You have changed your email several times within the hour. Please try again later.',
    });
  }
}

/** What others are told of. */
const told = ({ email, firstName, lastName, division }: User): string => JSON.stringify([email, firstName, lastName, division]);
