import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { type KnownDevice, registerAccount } from '@lectern/contracts/identity/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher, unknownCaller } from '../password/password-hasher.ts';
import { deviceOf } from '../user/known-device.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { TokenIssuer } from '../session/token-issuer.ts';
import { newReferralCode } from '../user/referral-code.ts';
import { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';

export interface Registration {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  /** The accounts that the browser signed in to before. */
  readonly devices?: readonly KnownDevice[] | undefined;
  readonly origin?: RequestOrigin | undefined;
}

/**
 * The same for an account that pays, for one that does not, and for an address that paid before there was an account, because strangers
 * ask, too.
 */
const IN_USE =
  'This email is in use already. Please log in. If you have no password yet, open “Set up your account”: we email you a link.';

/**
 * Opens an account, inactive until paid. Registering again with an unpaid account's address and password continues with that account, and
 * is `membership_exists` with a live membership. `email_taken` for another password, and for an address that paid for a membership without
 * an account (decisions, "Accounts").
 * Safe to repeat and to run twice concurrently.
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
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  @Handles(registerAccount)
  async execute(registration: Registration): Promise<RpcOutput<typeof registerAccount>> {
    const existing = await this.users.findByEmailKey(keyOf(registration.email));
    const user = existing === null ? await this.open(registration) : await this.continueWith(existing, registration);
    const { id: userId, email, sessionVersion } = user;
    const deviceId = deviceOf(registration.devices, user);
    // An existing account learns an unknown browser only by a sign-in, which is reported to its holder.
    const isKnown = existing === null || deviceId !== undefined;
    return {
      userId,
      email,
      sessionVersion,
      ...(isKnown && { deviceToken: this.tokens.issueDevice(userId, sessionVersion, deviceId) }),
    };
  }

  private async open(registration: Registration): Promise<User> {
    const { email, firstName, lastName } = registration;
    const passwordHash = await this.passwords.hash(registration.password, unknownCaller(registration.origin));
    try {
      return await this.transactor.run(async (tx) => {
        const emailKey = keyOf(registration.email);
        await this.users.lockAddress(tx, emailKey);
        // A person who paid before there was an account would pay twice.
        if (await this.claims.hasOpenMembership(tx, emailKey)) {
          await this.throttle.begin({ audience: 'member', emailKey });
          throw new DomainError('email_taken', { message: IN_USE });
        }
        // Only for an address that is unused: for a paid one, the answer has to be the same as for an account's.
        await this.newPasswords.refuseGuessable(registration.password, { email, names: [firstName, lastName] }, { tx });
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
    // This answers whether a password is right, so it counts as a sign-in.
    const { devices, origin } = registration;
    const deviceId = deviceOf(devices, existing);
    const { attempt, found: isOwner } = await this.throttle.beginWith(
      {
        audience: 'member',
        emailKey: existing.emailKey,
        by: deviceId === undefined ? undefined : `device:${deviceId}`,
      },
      () =>
        this.passwords.verify(
          existing.passwordHash,
          registration.password,
          deviceId === undefined ? unknownCaller(origin) : accountHolder(existing.emailKey, origin),
        ),
    );
    if (!isOwner) throw new DomainError('email_taken', { message: IN_USE });
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
