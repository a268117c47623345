import { Controller } from '@nestjs/common';
import { closePurchaseCheckout, openPurchaseCheckout } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ClosePurchaseCheckout } from './close-purchase-checkout.use-case.ts';
import { OpenPurchaseCheckout } from './open-purchase-checkout.use-case.ts';

@Controller()
export class PurchaseRpc {
  constructor(
    private readonly openPurchaseCheckout: OpenPurchaseCheckout,
    private readonly closePurchaseCheckout: ClosePurchaseCheckout,
  ) {}

  @HandlesRpc(openPurchaseCheckout)
  async open(input: RpcInput<typeof openPurchaseCheckout>): Promise<RpcOutput<typeof openPurchaseCheckout>> {
    return this.openPurchaseCheckout.execute(input);
  }

  @HandlesRpc(closePurchaseCheckout)
  async close({ reference }: RpcInput<typeof closePurchaseCheckout>): Promise<RpcOutput<typeof closePurchaseCheckout>> {
    await this.closePurchaseCheckout.execute(reference);
    return {};
  }
}
