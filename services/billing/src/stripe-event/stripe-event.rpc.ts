import { Controller } from '@nestjs/common';
import { receiveStripeEvent } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReceiveStripeEvent } from './receive-stripe-event.use-case.ts';

@Controller()
export class StripeEventRpc {
  constructor(private readonly receiveStripeEvent: ReceiveStripeEvent) {}

  @HandlesRpc(receiveStripeEvent)
  async receive(input: RpcInput<typeof receiveStripeEvent>): Promise<RpcOutput<typeof receiveStripeEvent>> {
    await this.receiveStripeEvent.execute(input.payload, input.signature);
    return { received: true };
  }
}
