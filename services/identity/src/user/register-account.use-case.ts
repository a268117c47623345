import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { SignInThrottle } from '../session/sign-in-throttle.ts';
import { newReferralCode } from './referral-code.ts';
import { User } from './user.entity.ts';
import { UserRepository } from './user.repository.ts';

export interface Registration {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** Somebody paid for this address before there was an account: there is no password to log in with yet. */
const PAID_ALREADY = 'This email already has an active membership. If you have no account yet, open “Set up your account”: we email you a link.';

/**
 * Opens an account, inactive until paid. Registering again with an unpaid account's address and password continues with that
 * account; with another password it is `email_taken`, and with a live membership `membership_exists` (decisions, "Accounts").
 * Safe to repeat and to run twice at once.
 */
@Injectable()
export class RegisterAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  async execute(registration: Registration): Promise<{ userId: string; email: string; sessionVersion: number }> {
    const existing = await this.users.findByEmailKey(keyOf(registration.email));
    const user = existing === null ? await this.open(registration) : await this.continueWith(existing, registration);
    return { userId: user.id, email: user.email, sessionVersion: user.sessionVersion };
  }

  private async open(registration: Registration): Promise<User> {
    const { email, firstName, lastName } = registration;
    this.newPasswords.refuseGuessable(registration.password, { email, names: [firstName, lastName] });
    const passwordHash = await this.passwords.hash(registration.password);
    try {
      return await this.transactor.run(async (tx) => {
        const emailKey = keyOf(registration.email);
        await this.users.lockAddress(tx, emailKey);
        // Somebody who paid before there was an account would pay twice.
        if (await this.claims.hasOpenMembership(tx, emailKey)) throw new DomainError('membership_exists', { message: PAID_ALREADY });
        const user = Object.assign(new User(), {
          email: registration.email.trim(),
          emailKey,
          firstName: registration.firstName,
          lastName: registration.lastName,
          passwordHash,
          hasSetPassword: true,
          referralCode: newReferralCode(),
          sessionVersion: 0,
          version: 1,
          createdAt: this.clock.now(),
        } satisfies Partial<User>);
        return this.users.save(tx, user);
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'users_email_key')) throw error;
      // Two tabs: the other one was first, so this one goes on with its account.
      const winner = await this.users.findByEmailKey(keyOf(registration.email));
      if (winner === null) throw error;
      return this.continueWith(winner, registration);
    }
  }

  private async continueWith(existing: User, registration: Registration): Promise<User> {
    // This answers whether a password is right, so it is slowed down like a sign-in.
    const attempt = { audience: 'member', emailKey: existing.emailKey, ipAddress: null } as const;
    await this.throttle.begin(attempt);
    const isOwner = await this.passwords.verify(existing.passwordHash, registration.password);
    if (!isOwner) throw new DomainError(existing.subscriptionStatus === 'active' ? 'membership_exists' : 'email_taken');
    await this.throttle.succeeded(attempt);
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, existing.id);
      if (user === null) throw new DomainError('not_found');
      // The holder of the mailbox reset the password meanwhile.
      if (user.passwordHash !== existing.passwordHash) throw new DomainError('email_taken');
      if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
      if (user.subscriptionStatus === 'active') throw new DomainError('membership_exists');
      if (user.firstName === registration.firstName && user.lastName === registration.lastName) return user;
      user.firstName = registration.firstName;
      user.lastName = registration.lastName;
      user.version += 1;
      return this.users.save(tx, user);
    });
  }
}
