import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListedPersonRepository } from '../listed-person/listed-person.repository.ts';
import { PersonRecordRepository } from '../listed-person/person-record.repository.ts';
import { UserRepository } from '../user/user.repository.ts';

@Injectable()
export class Republish {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly records: PersonRecordRepository,
    private readonly people: ListedPersonRepository,
  ) {}

  @Handles(contracts.republishAccounts)
  async accounts({
    after,
    limit,
  }: RpcInput<typeof contracts.republishAccounts>): Promise<RpcOutput<typeof contracts.republishAccounts>> {
    const users = await this.transactor.run((tx) => this.users.republish(tx, after, limit));
    return { published: users.length, last: users.length < limit ? null : users.at(-1)!.id };
  }

  @Handles(contracts.forgetVersions)
  async forgetVersions(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { manager } = tx;
      for (const kept of ['memberships', 'published_texts']) await manager.query(`UPDATE ${kept} SET version = -1`);
      await manager.query('UPDATE users SET referral_credits_version = -1');
      await this.records.forgetAll(tx);
      await this.people.markAll(tx);
    });
  }
}
