import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { requestEmailVerification, sendEmailVerification } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { requestOwnLink } from '../link-request/request-own-link.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';

/** Requests this soon after one another are one: a button that is pressed twice, or a request that is repeated without an answer. */
const ONE_REQUEST_MS = 5_000;

/**
 * Requests an email to an account's present address, by which its holder verifies the mailbox: for the holder, or for an administrator,
 * whose action is recorded. No email where it is verified. A repeated request within {@link ONE_REQUEST_MS} sends no second one.
 */
@Injectable()
export class RequestEmailVerification {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly requests: LinkRequestRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(requestEmailVerification)
  async execute({
    userId,
  }: RpcInput<typeof requestEmailVerification>): Promise<RpcOutput<typeof requestEmailVerification>> {
    return this.transactor.run(async (tx) => {
      const user = await this.lock(tx, userId);
      await this.request(
        tx,
        user,
        'We have sent you several of these emails within the hour. Please look into your mailbox, or try again later.',
      );
      return { isSent: user.emailVerifiedAt === null, email: user.email };
    });
  }

  @Handles(sendEmailVerification)
  async executeForStaff({
    userId,
    by,
  }: RpcInput<typeof sendEmailVerification>): Promise<RpcOutput<typeof sendEmailVerification>> {
    return this.transactor.run(async (tx) => {
      const user = await this.lock(tx, userId);
      if (user.deactivatedAt !== null)
        throw new DomainError('account_deactivated', { message: 'This account is deactivated. Reactivate it first.' });
      const isNew = await this.request(
        tx,
        user,
        'Three of these emails were sent to this person within the hour. Please try again later.',
        true,
      );
      if (isNew)
        await this.actions.add(tx, {
          adminId: by.adminId,
          action: 'send_email_verification',
          details: { email: user.email, userId },
          origin: by.origin,
          at: this.clock.now(),
        });
      const isSent = user.emailVerifiedAt === null;
      return { isSent, isRepeated: isSent && !isNew, email: user.email };
    });
  }

  /** Locked, so that any number of simultaneous requests count one after the other. */
  private async lock(tx: Transaction, userId: string): Promise<User> {
    const user = await this.users.lockById(tx, userId);
    if (user === null) throw new DomainError('not_found');
    return user;
  }

  /** Returns whether this requests an email: not for a verified address, nor where one is on its way. */
  private async request(tx: Transaction, user: User, tooMany: string, isByStaff = false): Promise<boolean> {
    if (user.emailVerifiedAt !== null) return false;
    const now = this.clock.now();
    const since = new Date(now.getTime() - ONE_REQUEST_MS);
    if (await this.requests.wasEmailed(tx, user, 'verify_email', since)) return false;
    await requestOwnLink(tx, this.requests, {
      user,
      purpose: 'verify_email',
      email: user.email,
      isByStaff,
      now,
      tooMany,
    });
    return true;
  }
}
