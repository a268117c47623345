import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { confirmEmail } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { AccountToken } from '../account-token/account-token.entity.ts';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import { MakeRoom } from './make-room.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { TakePendingEmail } from './take-pending-email.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { VerifyAddress } from './verify-address.ts';

/** The reader holds the mailbox, but perhaps shares it: the other account may be another person's, with a membership. */
const ANOTHERS =
  'Another account already uses this email, so your email has not changed. If the account belongs to somebody you share this mailbox with, keep your present email. Delete it only if it is yours too and you no longer need it: its membership and entries end with it, without a refund. Then change your email again. If you do not know the account, write to us.';
const emailTaken = (): DomainError => new DomainError('email_taken', { message: ANOTHERS });

const isWaitingFor = <U extends Pick<User, 'pendingEmail'>>(
  user: U,
  emailKey: string,
): user is U & { pendingEmail: string } => user.pendingEmail !== null && keyOf(user.pendingEmail) === emailKey;

/**
 * Applies an emailed confirmation for the signed-in holder of the account that asked for it: the link shows the mailbox, the session shows
 * the account, and neither alone verifies anything.
 * The link confirms a new address, the one that the account asked for last, or the present one. For a new address, links that were emailed
 * to the old one end, and the old one is notified; where the old one was verified, its mailbox can undo the change, unless staff made it.
 * Purchases for the mailbox go to the account. Following a link again gives the same answer while the account has its address.
 */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly claims: ClaimRepository,
    private readonly verifyAddress: VerifyAddress,
    private readonly accountTokens: AccountTokenRepository,
    private readonly takePendingEmail: TakePendingEmail,
    private readonly makeRoom: MakeRoom,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `link_invalid`, also for a link that another account asked for; `email_taken` and `email_unverified` */
  @Handles(confirmEmail)
  async execute({ token, userId }: RpcInput<typeof confirmEmail>): Promise<RpcOutput<typeof confirmEmail>> {
    const link = await this.accountTokens.find(token, ['email_change', 'verify_email'], this.clock.now());
    if (link === null || link.userId !== userId) throw new DomainError('link_invalid');
    const { emailKey } = link;
    if (link.purpose === 'verify_email') {
      await this.transactor.run((tx) => this.verify(tx, token, userId, emailKey));
      return { isChanged: false };
    }
    try {
      const known = await this.users.findById(userId);
      if (known === null || (link.usedAt !== null && known.emailKey !== emailKey))
        throw new DomainError('link_invalid');
      await this.transactor.run((tx) => this.change(tx, token, link, known));
      return { isChanged: true };
    } catch (error) {
      if (!isUniqueViolation(error, 'users_email_key')) throw error;
      await this.transactor.run((tx) => this.giveUp(tx, userId, emailKey));
      throw emailTaken();
    }
  }

  /** The change has failed for good, so the account does not wait for it. */
  private async giveUp(tx: Transaction, userId: string, emailKey: string): Promise<void> {
    const user = await this.users.lockById(tx, userId);
    if (user !== null && isWaitingFor(user, emailKey))
      await this.users.saveUnpublished(tx, Object.assign(user, { pendingEmail: null, isChangeByStaff: false }));
  }

  private async verify(tx: Transaction, token: string, userId: string, emailKey: string): Promise<void> {
    const now = this.clock.now();
    await this.users.lockAddress(tx, emailKey);
    const user = await this.users.lockById(tx, userId);
    if (user === null || user.emailKey !== emailKey) throw new DomainError('link_invalid');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.emailVerifiedAt !== null) return;
    if (!(await this.accountTokens.use(tx, token, 'verify_email', now))) throw new DomainError('link_invalid');
    await this.verifyAddress.execute(tx, user, now);
  }

  private async change(
    tx: Transaction,
    token: string,
    { emailKey, createdAt }: AccountToken,
    known: User,
  ): Promise<void> {
    const now = this.clock.now();
    await this.makeRoom.lock(tx, emailKey, known.emailKey);
    const user = await this.users.lockById(tx, known.id);
    if (user === null) throw new DomainError('link_invalid');
    if (!isWaitingFor(user, emailKey)) {
      if (user.emailKey === emailKey) return; // pressed twice
      // Opened again, the link says again why it did nothing.
      const other = await this.users.findByEmailKey(emailKey);
      throw other === null ? new DomainError('link_invalid') : emailTaken();
    }
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    if (user.emailKey !== known.emailKey) throw new DomainError('email_just_changed');
    // Also here: the payment may have been shown since the change was asked for.
    if (!user.isChangeByStaff) await requireOwnAddress(tx, this.claims, user);
    if (!(await this.accountTokens.use(tx, token, 'email_change', now))) throw new DomainError('link_invalid');
    await this.makeRoom.execute(tx, emailKey, createdAt);
    await this.takePendingEmail.execute(
      tx,
      user,
      { pendingEmail: user.pendingEmail, isByStaff: user.isChangeByStaff },
      now,
    );
  }
}
