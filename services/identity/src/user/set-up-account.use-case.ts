import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { setUpAccount } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { applyMemberships } from '../membership/apply-memberships.ts';
import { MembershipRepository } from '../membership/membership.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { StartSession } from '../session/start-session.ts';
import { newReferralCode } from './referral-code.ts';
import { setPassword } from './set-password.ts';
import { User } from './user.entity.ts';
import { UserRepository } from './user.repository.ts';

type Setup = RpcInput<typeof setUpAccount>;

/**
 * Makes the account of an address that was proven, by a mailed link or by a completed checkout of that address, or gives one
 * without a password its first one. It never changes a password: where there is one it is `email_taken`, whatever the proof
 * (decisions, "Accounts"). Of any number of simultaneous uses of one link one succeeds.
 */
@Injectable()
export class SetUpAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly memberships: MembershipRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly sessions: StartSession,
    private readonly clock: Clock,
  ) {}

  async execute(setup: Setup): Promise<RpcOutput<typeof setUpAccount>> {
    await this.check(setup);
    this.newPasswords.refuseGuessable(setup.password, { email: setup.email, names: [setup.firstName, setup.lastName] });
    const passwordHash = await this.passwords.hash(setup.password);
    return this.transactor.run(async (tx) => {
      const user = await this.keep(tx, setup, passwordHash);
      const origin = setup.origin ?? { ipAddress: null, userAgent: null };
      return { userId: user.id, token: await this.sessions.beginAlone(tx, 'member', user.id, user.sessionVersion, origin) };
    });
  }

  /** Refuses what cannot succeed before a password is hashed for it. What is true here may change until it is kept. */
  private async check({ email, proof }: Setup): Promise<void> {
    const emailKey = keyOf(email);
    const link = proof.kind === 'token' ? await this.accountTokens.find(proof.token, 'setup', this.clock.now()) : null;
    if (proof.kind === 'token' && link?.emailKey !== emailKey) throw new DomainError('link_invalid');
    refuseIfSetUp(await this.users.findByEmailKey(emailKey));
    if (link !== null && link.usedAt !== null) throw new DomainError('link_invalid');
  }

  private async keep(tx: Transaction, setup: Setup, passwordHash: string): Promise<User> {
    const emailKey = keyOf(setup.email);
    const now = this.clock.now();
    await this.users.lockAddress(tx, emailKey);
    const existing = await this.users.lockByEmailKey(tx, emailKey);
    refuseIfSetUp(existing);
    if (setup.proof.kind === 'token' && !(await this.accountTokens.use(tx, setup.proof.token, 'setup', now))) {
      throw new DomainError('link_invalid');
    }
    const user = existing ?? this.newUser(setup.email.trim(), now);
    user.firstName = setup.firstName;
    user.lastName = setup.lastName;
    user.division = setup.division;
    user.hasChosenDivision = true;
    // A payment proves who paid, not whose mailbox it is.
    if (setup.proof.kind === 'token') user.emailProvenAt ??= now;
    user.version += 1;
    setPassword(user, passwordHash);
    applyMemberships(user, await this.memberships.of(tx, user.id, emailKey));
    const saved = await this.users.save(tx, user);
    await this.memberships.bind(tx, user.id, emailKey);
    await this.accountTokens.endAllOf(tx, user.id, emailKey, now);
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
      emailProvenAt: null,
      deactivatedAt: null,
      createdAt,
    } satisfies Partial<User>);
  }
}

const refuseIfSetUp = (user: User | null): void => {
  if (user === null) return;
  if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
  if (user.passwordHash !== null) {
    throw new DomainError('email_taken', {
      message: 'This account has a password already. Please log in, or reset your password if you have forgotten it.',
    });
  }
};
