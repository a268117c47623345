import { Injectable } from '@nestjs/common';
import type * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { UserRepository } from '../user/user.repository.ts';

@Injectable()
export class Republish {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
  ) {}

  async accounts({
    after,
    limit,
  }: RpcInput<typeof contracts.republishAccounts>): Promise<RpcOutput<typeof contracts.republishAccounts>> {
    const users = await this.transactor.run((tx) => this.users.republish(tx, after, limit));
    return { published: users.length, last: users.length < limit ? null : users.at(-1)!.id };
  }

  async forgetVersions(): Promise<void> {
    await this.transactor.run(async ({ manager }) => {
      await manager.query('UPDATE memberships SET version = -1');
      await manager.query('UPDATE users SET referral_credits_version = -1');
    });
  }
}
