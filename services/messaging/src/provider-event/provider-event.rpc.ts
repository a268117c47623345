import { Controller } from '@nestjs/common';
import { receiveSendgridEvents } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReceiveSendgridEvents } from './receive-sendgrid-events.use-case.ts';

@Controller()
export class ProviderEventRpc {
  constructor(private readonly receiveEvents: ReceiveSendgridEvents) {}

  @HandlesRpc(receiveSendgridEvents)
  async receive(post: RpcInput<typeof receiveSendgridEvents>): Promise<RpcOutput<typeof receiveSendgridEvents>> {
    await this.receiveEvents.execute(post);
    return { received: true };
  }
}
