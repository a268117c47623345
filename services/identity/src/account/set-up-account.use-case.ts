import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { setUpAccount } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { deviceOf } from '../user/known-device.ts';
import { StartSession } from '../session/start-session.ts';
import { newReferralCode } from '../user/referral-code.ts';
import { setPassword } from './set-password.ts';
import { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { VerifyAddress } from './verify-address.ts';

type Setup = RpcInput<typeof setUpAccount>;

/**
 * Makes the account of an address: by an emailed link, which shows the mailbox, or by a membership that was paid for it, which shows that
 * payment alone. An existing account without a password gets one. One that has a password is `email_taken` (decisions, "Accounts"), unless
 * its mailbox is unverified and someone paid for it: then an emailed link gives the account to the mailbox's holder, with a new password
 * and without earlier sessions. The session of a payment page shows less, because the person who opened the page knows it. Of any number of
 * simultaneous uses of one link one succeeds.
 */
@Injectable()
export class SetUpAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
    private readonly verifyAddress: VerifyAddress,
    private readonly accountTokens: AccountTokenRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly sessions: StartSession,
    private readonly clock: Clock,
  ) {}

  @Handles(setUpAccount)
  async execute(setup: Setup): Promise<RpcOutput<typeof setUpAccount>> {
    await this.check(setup);
    await this.newPasswords.refuseGuessable(setup.password, {
      email: setup.email,
      names: [setup.firstName, setup.lastName],
    });
    const passwordHash = await this.passwords.hash(setup.password, accountHolder(keyOf(setup.email), setup.origin));
    return this.transactor.run(async (tx) => {
      const user = await this.keep(tx, setup, passwordHash);
      const origin = setup.origin ?? { ipAddress: null, userAgent: null };
      return {
        userId: user.id,
        ...(await this.sessions.beginAlone(tx, 'member', user.id, user.sessionVersion, origin)),
      };
    });
  }

  /** Refuses requests that cannot succeed before a password is hashed for them. The state may still change until the account is saved. */
  private async check({ email, credential }: Setup): Promise<void> {
    const emailKey = keyOf(email);
    const link =
      credential.kind === 'token' ? await this.accountTokens.find(credential.token, 'setup', this.clock.now()) : null;
    if (credential.kind === 'token' && link?.emailKey !== emailKey) throw new DomainError('link_invalid');
    await this.refuseIfSetUp(null, await this.users.findByEmailKey(emailKey), credential);
    if (link !== null && link.usedAt !== null) throw new DomainError('link_invalid');
  }

  private async keep(tx: Transaction, setup: Setup, passwordHash: string): Promise<User> {
    const emailKey = keyOf(setup.email);
    const now = this.clock.now();
    await this.users.lockAddress(tx, emailKey);
    const existing = await this.users.lockByEmailKey(tx, emailKey);
    await this.refuseIfSetUp(tx, existing, setup.credential);
    if (
      setup.credential.kind === 'token' &&
      !(await this.accountTokens.use(tx, setup.credential.token, 'setup', now))
    ) {
      throw new DomainError('link_invalid');
    }
    const user = existing ?? this.newUser(setup.email.trim(), now);
    const isTakenOver = user.emailVerifiedAt === null && deviceOf(setup.devices, user) === undefined;
    user.firstName = setup.firstName;
    user.lastName = setup.lastName;
    user.division = setup.division;
    user.hasChosenDivision = true;
    setPassword(user, passwordHash);
    if (setup.credential.kind === 'token') {
      const saved = await this.verifyAddress.execute(tx, user, now, { isTakenOver });
      await this.accountTokens.endAllOf(tx, saved, now);
      return saved;
    }
    // The emailed link stays for the holder of the mailbox.
    await this.accountTokens.endAllOf(tx, user, now);
    user.version += 1;
    const saved = await this.users.save(tx, user);
    const claim = { kind: 'customer', subjectId: setup.credential.customerId } as const;
    await this.claims.put(tx, { ...claim, emailKey, madeAt: now });
    if (!(await this.claims.grantPayment(tx, claim, user.id))) throw new DomainError('link_invalid');
    return saved;
  }

  private newUser(email: string, createdAt: Date): User {
    return Object.assign(new User(), {
      id: randomUUID(),
      email,
      emailKey: keyOf(email),
      referralCode: newReferralCode(),
      sessionVersion: 0,
      version: 0,
      emailVerifiedAt: null,
      deactivatedAt: null,
      createdAt,
    } satisfies Partial<User>);
  }

  private async refuseIfSetUp(tx: Transaction | null, user: User | null, { kind }: Setup['credential']): Promise<void> {
    if (user === null) return;
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.passwordHash === null) return;
    if (kind === 'token' && user.emailVerifiedAt === null && (await this.claims.wasPaidFor(tx, user))) return;
    throw new DomainError('email_taken', {
      message: 'This account has a password already. Please log in, or reset your password if you have forgotten it.',
    });
  }
}
