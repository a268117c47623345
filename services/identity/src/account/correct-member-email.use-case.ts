import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { correctMemberEmail } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { requestOwnLink } from '../link-request/request-own-link.ts';
import { OwnPassword } from '../second-factor/own-password.ts';
import { UserRepository } from '../user/user.repository.ts';

/**
 * Asks another mailbox to confirm itself for an account whose holder typed a wrong address, or cannot read it any more, and records it with
 * its reason. The administrator vouches for the mailbox; nothing changes before the link is followed with the account's session, or the
 * password is reset with that address.
 */
@Injectable()
export class CorrectMemberEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly requests: LinkRequestRepository,
    private readonly actions: AdminActionRepository,
    private readonly ownPassword: OwnPassword,
    private readonly clock: Clock,
  ) {}

  @Handles(correctMemberEmail)
  async execute({
    userId,
    email,
    reason,
    by,
    currentPassword,
    sessionId,
  }: RpcInput<typeof correctMemberEmail>): Promise<RpcOutput<typeof correctMemberEmail>> {
    await this.ownPassword.confirm(by, currentPassword, sessionId);
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, userId);
      if (user === null) throw new DomainError('not_found');
      if (user.deactivatedAt !== null)
        throw new DomainError('account_deactivated', { message: 'This account is deactivated. Reactivate it first.' });
      if (keyOf(email) === user.emailKey)
        throw new DomainError('invalid_request', { fields: { email: 'This is the email of the account already' } });
      const other = await this.users.findByEmailKey(keyOf(email));
      if (other !== null && other.emailVerifiedAt !== null)
        throw new DomainError('invalid_request', {
          fields: { email: 'Another account has this email and verified it' },
        });
      const [next, now] = [email.trim(), this.clock.now()];
      await requestOwnLink(tx, this.requests, {
        user,
        purpose: 'email_change',
        email: next,
        isByStaff: true,
        now,
        tooMany: 'Three links were emailed for this account within the hour. Please try again later.',
      });
      await this.users.saveUnpublished(tx, Object.assign(user, { pendingEmail: next, isChangeByStaff: true }));
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'correct_member_email',
        details: { email: next, reason, userId },
        origin: by.origin,
        at: now,
      });
      return { name: `${user.firstName} ${user.lastName}` };
    });
  }
}
