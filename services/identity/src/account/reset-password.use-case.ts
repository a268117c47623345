import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { passwordChanged } from '@lectern/contracts/identity/events';
import { resetPassword } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { deviceOf } from '../user/known-device.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { SessionRepository } from '../session/session.repository.ts';
import { TokenIssuer } from '../session/token-issuer.ts';
import { setPassword } from './set-password.ts';
import { TakePendingEmail } from './take-pending-email.ts';
import { isMovedByStaffTo, UserRepository } from '../user/user.repository.ts';
import { VerifyAddress } from './verify-address.ts';

type Reset = RpcInput<typeof resetPassword>;

/**
 * Sets the password that the holder of the mailbox chose. Immediately ends every bearer token and every emailed link of the account, and
 * the pause after other people's guesses. The holder is notified, and the browser is known from then on. `link_invalid` for a link that was
 * used, expired, or is of an address that the account no longer has. A refused password leaves the link as it was. A link that was emailed
 * to the address which staff entered for the account moves it there, as confirming that address does.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly verifyAddress: VerifyAddress,
    private readonly takePendingEmail: TakePendingEmail,
    private readonly throttle: SignInThrottle,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  @Handles(resetPassword)
  async execute({ token, password, devices }: Reset): Promise<RpcOutput<typeof resetPassword>> {
    const link = await this.accountTokens.find(token, 'reset', this.clock.now());
    if (link === null || link.usedAt !== null || link.userId === null) throw new DomainError('link_invalid');
    const { userId, emailKey } = link;
    const holder = await this.users.findById(userId);
    await this.newPasswords.refuseGuessable(password, {
      email: emailKey,
      names: holder === null ? [] : [holder.firstName, holder.lastName],
    });
    const passwordHash = await this.passwords.hash(password, accountHolder(emailKey));
    const sessionVersion = await this.transactor.run((tx) =>
      this.keep(tx, token, { userId, emailKey }, passwordHash, devices),
    );
    await this.throttle.succeeded({ audience: 'member', emailKey });
    return { deviceToken: this.tokens.issueDevice(userId, sessionVersion) };
  }

  /** Returns the session version that the account has from then on. */
  private async keep(
    tx: Transaction,
    token: string,
    of: { userId: string; emailKey: string },
    passwordHash: string,
    devices: Reset['devices'],
  ): Promise<number> {
    const now = this.clock.now();
    await this.users.lockAddress(tx, of.emailKey);
    const user = await this.users.lockById(tx, of.userId);
    if (user === null) throw new DomainError('link_invalid');
    const moveTo = isMovedByStaffTo(user, of.emailKey) ? user.pendingEmail : null;
    if (moveTo === null && user.emailKey !== of.emailKey) throw new DomainError('link_invalid');
    // Taken since the link was emailed: the reset of that account wins.
    if (moveTo !== null && (await this.users.isTaken(tx, of.emailKey))) throw new DomainError('link_invalid');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (!(await this.accountTokens.use(tx, token, 'reset', now))) throw new DomainError('link_invalid');
    const hadPassword = user.passwordHash !== null;
    const isTakenOver = moveTo === null && user.emailVerifiedAt === null && deviceOf(devices, user) === undefined;
    setPassword(user, passwordHash);
    await this.sessions.forgetAll(tx, 'member', user.id);
    if (moveTo === null) {
      await this.accountTokens.endAllOf(tx, user, now);
      await this.verifyAddress.execute(tx, user, now, { isTakenOver });
    } else {
      await this.takePendingEmail.execute(tx, user, { pendingEmail: moveTo, isByStaff: true }, now);
    }
    const { id: userId, version, email, firstName } = user;
    if (hadPassword)
      await tx.publish(passwordChanged, { userId, version, email, firstName, isReset: true, isTakenOver });
    return user.sessionVersion;
  }
}
