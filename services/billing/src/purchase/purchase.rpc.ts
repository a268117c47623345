import { Controller } from '@nestjs/common';
import { openPurchaseCheckout } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OpenPurchaseCheckout } from './open-purchase-checkout.use-case.ts';

@Controller()
export class PurchaseRpc {
  constructor(private readonly openPurchaseCheckout: OpenPurchaseCheckout) {}

  @HandlesRpc(openPurchaseCheckout)
  async open(input: RpcInput<typeof openPurchaseCheckout>): Promise<RpcOutput<typeof openPurchaseCheckout>> {
    return this.openPurchaseCheckout.execute(input);
  }
}
