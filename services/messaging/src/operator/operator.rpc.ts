import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/operator-rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';

@Controller()
export class OperatorRpc {
  constructor(private readonly transactor: Transactor) {}

  @HandlesRpc(contracts.forgetVersions)
  async forgetVersions(): Promise<RpcOutput<typeof contracts.forgetVersions>> {
    await this.transactor.run(async ({ manager }) => {
      for (const kept of ['accounts', 'contacts']) await manager.query(`UPDATE ${kept} SET version = -1`);
    });
    return {};
  }
}
