import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Ownership } from './ownership.query.ts';

@Controller()
export class OperatorRpc {
  constructor(private readonly ownership: Ownership) {}

  @HandlesRpc(contracts.describeAccounts)
  async accounts({
    userIds,
  }: RpcInput<typeof contracts.describeAccounts>): Promise<RpcOutput<typeof contracts.describeAccounts>> {
    return this.ownership.accounts(userIds);
  }

  @HandlesRpc(contracts.listGuestCustomers)
  async guests(
    input: RpcInput<typeof contracts.listGuestCustomers>,
  ): Promise<RpcOutput<typeof contracts.listGuestCustomers>> {
    return this.ownership.guests(input);
  }
}
