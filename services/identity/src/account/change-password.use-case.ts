import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { passwordChanged } from '@lectern/contracts/identity/events';
import { changePassword } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { PresentPassword } from '../password/present-password.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { type StartedSession, StartSession } from '../session/start-session.ts';
import { setPassword } from './set-password.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';

type Change = RpcInput<typeof changePassword>;

/**
 * Changes a password for a member who knows the present one. Ends every bearer token and every emailed link of the account immediately and
 * answers a fresh token, so that this session goes on. A stolen token does not let anyone guess the password faster than the login does.
 */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
    private readonly sessions: StartSession,
    private readonly clock: Clock,
  ) {}

  @Handles(changePassword)
  async execute({ userId, currentPassword, newPassword, origin, sessionId }: Change): Promise<StartedSession> {
    const known = await this.users.findById(userId);
    if (known === null) throw new DomainError('not_found');
    await this.newPasswords.refuseGuessable(
      newPassword,
      { email: known.email, names: [known.firstName, known.lastName] },
      { field: 'newPassword' },
    );
    await this.throttle.succeeded(
      await this.presentPassword.check('member', known, currentPassword, sessionId, origin),
    );
    const passwordHash = await this.passwords.hash(newPassword, accountHolder(known.emailKey, origin));
    return this.transactor.run(async (tx) => {
      const user = await this.keep(tx, known, passwordHash);
      return this.sessions.beginAlone(tx, 'member', user.id, user.sessionVersion, origin);
    });
  }

  private async keep(tx: Transaction, known: User, passwordHash: string): Promise<User> {
    const user = await this.users.lockById(tx, known.id);
    // Of two concurrent changes the second one no longer knows the present password.
    if (user === null || user.passwordHash !== known.passwordHash) throw new DomainError('current_password_wrong');
    setPassword(user, passwordHash);
    await this.accountTokens.endAllOf(tx, user, this.clock.now());
    user.version += 1;
    const saved = await this.users.save(tx, user);
    const { id: userId, version, email, firstName } = saved;
    await tx.publish(passwordChanged, { userId, version, email, firstName, isReset: false });
    return saved;
  }
}
