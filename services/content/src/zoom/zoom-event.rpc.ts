import { Controller } from '@nestjs/common';
import { receiveZoomEvent, type ZoomEventReceipt } from '@lectern/contracts/content/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ReceiveZoomEvent } from './receive-zoom-event.use-case.ts';

@Controller()
export class ZoomEventRpc {
  constructor(private readonly receiveZoomEvent: ReceiveZoomEvent) {}

  @HandlesRpc(receiveZoomEvent)
  async receive(input: RpcInput<typeof receiveZoomEvent>): Promise<ZoomEventReceipt> {
    return this.receiveZoomEvent.execute(input);
  }
}
