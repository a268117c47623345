import { Controller, Inject } from '@nestjs/common';
import * as contracts from '@lectern/contracts/registrations/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DataSource } from 'typeorm';

/** What registrations knows of who owns what, for the operator's check. */
@Controller()
export class OperatorRpc {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly transactor: Transactor,
  ) {}

  @HandlesRpc(contracts.describeAccounts)
  async accounts({
    userIds,
  }: RpcInput<typeof contracts.describeAccounts>): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.dataSource.query(
      `SELECT account.id AS "userId", COALESCE(array_agg(memberships.subscription_id ORDER BY memberships.subscription_id) FILTER (WHERE memberships.access), '{}') AS "subscriptionIds"
       FROM unnest($1::uuid[]) AS account (id) LEFT JOIN memberships ON memberships.user_id = account.id GROUP BY account.id`,
      [userIds],
    );
  }

  @HandlesRpc(contracts.forgetVersions)
  async forgetVersions(): Promise<RpcOutput<typeof contracts.forgetVersions>> {
    await this.transactor.run(async ({ manager }) => {
      for (const kept of ['accounts', 'memberships', 'purchases'])
        await manager.query(`UPDATE ${kept} SET version = -1`);
    });
    return {};
  }

  @HandlesRpc(contracts.republishContacts)
  async republishContacts(): Promise<RpcOutput<typeof contracts.republishContacts>> {
    await this.transactor.run(({ manager }) =>
      manager.query(
        `INSERT INTO contact_changes (list, registration_id)
         SELECT 'debate_club', id FROM debate_club_registrations UNION ALL SELECT 'tournament', id FROM tournament_registrations`,
      ),
    );
    return {};
  }
}
