import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { accountSwitched } from '@lectern/contracts/identity/events';
import { deactivateMember, reactivateMember } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import type { User } from '../user/user.entity.ts';
import { endTokensAndDevices } from '../user/known-device.ts';
import { UserRepository } from '../user/user.repository.ts';

type Switch = RpcInput<typeof deactivateMember>;
type Switched = RpcOutput<typeof reactivateMember>;

/**
 * Deactivates and reactivates accounts for administrators, records it with its reason, and notifies the holder. An account that is in that
 * state already stays as it is. Deactivating ends its tokens and emailed links, and reactivating does not restore them: its holder signs in
 * again. A link that undoes a change of address is refused while the account is deactivated, and works again afterwards.
 */
@Injectable()
export class SwitchMember {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(deactivateMember)
  async deactivate(request: Switch): Promise<Switched> {
    return this.change(request, 'deactivate_member', async (user, tx) => {
      if (user.deactivatedAt !== null) return false;
      user.deactivatedAt = this.clock.now();
      endTokensAndDevices(user);
      user.pendingEmail = null;
      await this.accountTokens.endAllOf(tx, user, user.deactivatedAt);
      return true;
    });
  }

  @Handles(reactivateMember)
  async reactivate(request: Switch): Promise<Switched> {
    return this.change(request, 'reactivate_member', (user) => {
      if (user.deactivatedAt === null) return Promise.resolve(false);
      user.deactivatedAt = null;
      return Promise.resolve(true);
    });
  }

  private async change(
    { userId, reason, by }: Switch,
    action: string,
    apply: (user: User, tx: Transaction) => Promise<boolean>,
  ): Promise<Switched> {
    return this.transactor.run(async (tx) => {
      const user = await this.users.lockById(tx, userId);
      if (user === null) throw new DomainError('not_found');
      const name = `${user.firstName} ${user.lastName}`;
      if (!(await apply(user, tx))) return { name, isChanged: false };
      user.version += 1;
      const { version, email, firstName, deactivatedAt } = await this.users.save(tx, user);
      await tx.publish(accountSwitched, { userId, version, email, firstName, isDeactivated: deactivatedAt !== null });
      await this.actions.add(tx, {
        adminId: by.adminId,
        action,
        details: { email: user.email, reason, userId },
        origin: by.origin,
        at: this.clock.now(),
      });
      return { name, isChanged: true };
    });
  }
}
