import { Controller } from '@nestjs/common';
import { requestStarterKit } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RequestStarterKit } from './request-starter-kit.use-case.ts';

@Controller()
export class StarterKitRpc {
  constructor(private readonly requestKit: RequestStarterKit) {}

  @HandlesRpc(requestStarterKit)
  async request(request: RpcInput<typeof requestStarterKit>): Promise<RpcOutput<typeof requestStarterKit>> {
    return this.requestKit.execute(request);
  }
}
