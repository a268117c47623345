import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailChanged } from '@lectern/contracts/identity/events';
import { undoEmailChange } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { AccountToken } from '../account-token/account-token.entity.ts';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { SessionRepository } from '../session/session.repository.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { TokenIssuer } from '../session/token-issuer.ts';
import { FormerAddressRepository } from '../user/former-address.repository.ts';
import { MakeRoom } from './make-room.ts';
import { setPassword } from './set-password.ts';
import { UserRepository } from '../user/user.repository.ts';
import { VerifyAddress } from './verify-address.ts';

type Undo = RpcInput<typeof undoEmailChange>;
type AccountLink = AccountToken & { readonly userId: string };

const ENDED =
  'This link is no longer valid: it works once, within seven days of the change. If your account was taken from you, please write to us.';
const ANOTHERS =
  'Another account uses this email by now. Delete it only if it is yours too and you no longer need it: its membership and entries end with it, without a refund. Then open this link again. If the account is not yours, write to us.';

/**
 * Gives an account back to the reader of the mailbox that it left. Changing the address took the password, so the reader chooses another:
 * every session ends, and every emailed link but those that undo an earlier change, whose mailbox comes first. The address that the account
 * leaves by this is notified, and cannot undo it.
 */
@Injectable()
export class UndoEmailChange {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly formerAddresses: FormerAddressRepository,
    private readonly verifyAddress: VerifyAddress,
    private readonly makeRoom: MakeRoom,
    private readonly throttle: SignInThrottle,
    private readonly sessions: SessionRepository,
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `link_invalid`, `email_taken` and `account_deactivated`, which leave everything as it was */
  @Handles(undoEmailChange)
  async execute({ token, password }: Undo): Promise<RpcOutput<typeof undoEmailChange>> {
    const link = await this.accountTokens.find(token, 'email_undo', this.clock.now());
    if (link === null || link.usedAt !== null || !isOfAccount(link))
      throw new DomainError('link_invalid', { message: ENDED });
    const holder = await this.users.findById(link.userId);
    if (holder === null) throw new DomainError('link_invalid', { message: ENDED });
    await this.newPasswords.refuseGuessable(password, {
      email: link.emailKey,
      names: [holder.firstName, holder.lastName],
    });
    const passwordHash = await this.passwords.hash(password, accountHolder(link.emailKey));
    try {
      const { email, sessionVersion } = await this.transactor.run((tx) =>
        this.keep(tx, token, link, holder.emailKey, passwordHash),
      );
      await this.throttle.succeeded({ audience: 'member', emailKey: link.emailKey });
      return { email, deviceToken: this.tokens.issueDevice(link.userId, sessionVersion) };
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw new DomainError('email_taken', { message: ANOTHERS });
      throw error;
    }
  }

  /** Returns the address as the account had it, and its new session version. */
  private async keep(
    tx: Transaction,
    token: string,
    { userId, emailKey, createdAt: leftAt }: AccountLink,
    presentKey: string,
    passwordHash: string,
  ): Promise<{ email: string; sessionVersion: number }> {
    const now = this.clock.now();
    await this.makeRoom.lock(tx, emailKey, presentKey);
    const user = await this.users.lockById(tx, userId);
    const left = await this.requests.findLeft(tx, userId, emailKey, leftAt);
    if (user === null || left === null || user.emailKey === emailKey)
      throw new DomainError('link_invalid', { message: ENDED });
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.emailKey !== presentKey) throw new DomainError('email_just_changed');
    if (!(await this.accountTokens.use(tx, token, 'email_undo', now)))
      throw new DomainError('link_invalid', { message: ENDED });
    const undone = { email: user.email, wasVerified: user.emailVerifiedAt !== null };
    await this.accountTokens.endAllOf(tx, user, now);
    await this.requests.removeLeftSince(tx, userId, leftAt);
    await this.sessions.forgetAll(tx, 'member', userId);
    await this.makeRoom.execute(tx, emailKey, leftAt);
    if (undone.wasVerified) await this.formerAddresses.add(tx, userId, user.emailKey);
    setPassword(user, passwordHash);
    Object.assign(user, { email: left.email, emailKey, isChangeByStaff: false, emailVerifiedAt: now });
    const { version, email, firstName, sessionVersion } = await this.verifyAddress.execute(tx, user, now);
    await tx.publish(emailChanged, {
      userId,
      version,
      oldEmail: undone.email,
      newEmail: email,
      wasVerified: undone.wasVerified,
      isUndo: true,
      firstName,
    });
    return { email, sessionVersion };
  }
}

const isOfAccount = (link: AccountToken): link is AccountLink => link.userId !== null;
