import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { requestEmailVerification } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { requestOwnLink } from '../link-request/request-own-link.ts';
import { UserRepository } from '../user/user.repository.ts';

/** Requests an email to an account's present address, by which its holder verifies the mailbox. No email where it is verified. */
@Injectable()
export class RequestEmailVerification {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly requests: LinkRequestRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(requestEmailVerification)
  async execute({
    userId,
  }: RpcInput<typeof requestEmailVerification>): Promise<RpcOutput<typeof requestEmailVerification>> {
    return this.transactor.run(async (tx) => {
      // Locked, so that any number of simultaneous requests count one after the other.
      const user = await this.users.lockById(tx, userId);
      if (user === null) throw new DomainError('not_found');
      if (user.emailVerifiedAt !== null) return { isSent: false, email: user.email };
      await requestOwnLink(tx, this.requests, {
        user,
        purpose: 'verify_email',
        email: user.email,
        now: this.clock.now(),
        tooMany:
          'We have sent you several of these emails within the hour. Please look into your mailbox, or try again later.',
      });
      return { isSent: true, email: user.email };
    });
  }
}
