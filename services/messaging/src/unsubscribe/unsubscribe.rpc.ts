import { Controller } from '@nestjs/common';
import { unsubscribe } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Unsubscribe } from './unsubscribe.use-case.ts';

@Controller()
export class UnsubscribeRpc {
  constructor(private readonly unsubscribeAddress: Unsubscribe) {}

  @HandlesRpc(unsubscribe)
  async unsubscribe(link: RpcInput<typeof unsubscribe>): Promise<RpcOutput<typeof unsubscribe>> {
    await this.unsubscribeAddress.execute(link);
    return {};
  }
}
