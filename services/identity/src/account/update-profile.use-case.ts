import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf, MESSAGES } from '@lectern/contracts/fields';
import { updateProfile } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { requestOwnLink } from '../link-request/request-own-link.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { PresentPassword } from '../password/present-password.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { requireOwnAddress } from './require-own-address.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';

type Update = RpcInput<typeof updateProfile>;

/**
 * Changes names and division, and asks a new address to confirm itself, for a caller who knows the password: a stolen session cannot take
 * the account away. Does not check whether another account has that address, so that only the holder of its mailbox learns that.
 */
@Injectable()
export class UpdateProfile {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
    private readonly requests: LinkRequestRepository,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  @Handles(updateProfile)
  async execute(update: Update): Promise<RpcOutput<typeof updateProfile>> {
    const known = await this.users.findById(update.userId);
    if (known === null) throw new DomainError('not_found');
    if (namesOther(update, known)) await this.requirePassword(update, known);
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, update.userId);
      if (user === null) throw new DomainError('not_found');
      if (namesOther(update, user)) {
        // The password that was checked may be another one by now, or none was, because the account had this address.
        if (user.passwordHash !== known.passwordHash || user.emailKey !== known.emailKey)
          throw new DomainError('current_password_wrong');
        await this.askToConfirm(tx, user, update.email.trim());
      }
      const before = publishedState(user);
      user.firstName = update.firstName;
      user.lastName = update.lastName;
      user.division = update.division ?? user.division;
      user.hasChosenDivision ||= update.division !== undefined;
      if (update.email !== undefined) takeAddress(user, update.email.trim());
      if (publishedState(user) === before) {
        await this.users.saveUnpublished(tx, user);
      } else {
        user.version += 1;
        await this.users.save(tx, user);
      }
      return { pendingEmail: user.pendingEmail };
    });
  }

  private async requirePassword({ currentPassword, sessionId, origin }: Update, known: User): Promise<void> {
    if (currentPassword === undefined || currentPassword === '')
      throw new DomainError('invalid_request', { fields: { currentPassword: MESSAGES.currentPassword } });
    await this.throttle.succeeded(
      await this.presentPassword.check('member', known, currentPassword, sessionId, origin),
    );
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

/** Whether an update names another mailbox than the account's. */
const namesOther = (update: Update, user: User): update is Update & { email: string } =>
  update.email !== undefined && keyOf(update.email) !== user.emailKey;

/** Another way of writing the same address needs no verification. */
const takeAddress = (user: User, email: string): void => {
  const isOther = keyOf(email) !== user.emailKey;
  if (!isOther) user.email = email;
  user.pendingEmail = isOther ? email : null;
  user.isChangeByStaff = false;
};

/** The published part of an account. */
const publishedState = ({ email, firstName, lastName, division }: User): string =>
  JSON.stringify([email, firstName, lastName, division]);
