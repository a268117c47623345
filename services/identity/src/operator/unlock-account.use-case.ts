import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { unlockAccount } from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { UserRepository } from '../user/user.repository.ts';

/** Ends every wait that failed sign-ins brought on the accounts of an address, and records it as an operator's. Idempotent. */
@Injectable()
export class UnlockAccount {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  @Handles(unlockAccount)
  async execute({ email }: RpcInput<typeof unlockAccount>): Promise<RpcOutput<typeof unlockAccount>> {
    const emailKey = keyOf(email);
    const accounts = await Promise.all([this.users.findByEmailKey(emailKey), this.admins.findByEmailKey(emailKey)]);
    if (accounts.every((account) => account === null)) return { outcome: 'unknown' };
    await this.transactor.run((tx) => this.actions.addOfOperator(tx, 'unlock_account', emailKey, this.clock.now()));
    await this.throttle.forget({ audience: 'member', emailKey });
    await this.throttle.forget({ audience: 'admin', emailKey });
    return { outcome: 'unlocked' };
  }
}
