import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { beginMemberView, resumeMemberView } from '@lectern/contracts/identity/member-view-rpc';
import type { CurrentUser } from '@lectern/contracts/identity/model';
import { roleMay } from '@lectern/contracts/identity/permission';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { presentUser } from '../user/user.presenter.ts';
import { UserRepository } from '../user/user.repository.ts';
import { TokenIssuer } from './token-issuer.ts';

/**
 * Lets an administrator see the site as a member sees it, and records that they began. The view is no session of the member: no list shows
 * it, and it is no sign of the member.
 */
@Injectable()
export class ViewMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly issuer: TokenIssuer,
  ) {}

  @Handles(beginMemberView)
  async begin({
    userId,
    reason,
    session,
    by,
  }: RpcInput<typeof beginMemberView>): Promise<RpcOutput<typeof beginMemberView>> {
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, userId);
      if (user === null) throw new DomainError('not_found');
      if (user.deactivatedAt !== null)
        throw new DomainError('account_deactivated', {
          message: 'This account is deactivated, so the member sees nothing.',
        });
      const { token, issuedAt, expiresAt } = this.issuer.issueView(userId, { ...session, subject: by.adminId });
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: 'view_as_member',
        details: { email: user.email, reason, userId },
        origin: by.origin,
        at: issuedAt,
      });
      return { token, name: `${user.firstName} ${user.lastName}`, expiresAt: expiresAt.toISOString() };
    });
  }

  @Handles(resumeMemberView)
  async resume({ userId, admin }: RpcInput<typeof resumeMemberView>): Promise<CurrentUser> {
    const [found, user] = await Promise.all([
      this.admins.findSignedIn(admin.id, admin.tokenId),
      this.users.findById(userId),
    ]);
    const mayView =
      found !== null &&
      found.admin.isActive &&
      found.admin.sessionVersion === admin.sessionVersion &&
      !found.needsSecondFactor &&
      roleMay(found.admin.role, 'people:view-as');
    if (!mayView || user === null || user.deactivatedAt !== null) throw new DomainError('token_invalid');
    return presentUser(user);
  }
}
