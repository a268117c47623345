import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OpenMembershipCheckout } from './open-membership-checkout.use-case.ts';
import { SettleCheckout } from './settle-checkout.use-case.ts';

@Controller()
export class CheckoutRpc {
  constructor(
    private readonly openMembershipCheckout: OpenMembershipCheckout,
    private readonly settleCheckout: SettleCheckout,
  ) {}

  @HandlesRpc(contracts.openMembershipCheckout)
  async open(
    input: RpcInput<typeof contracts.openMembershipCheckout>,
  ): Promise<RpcOutput<typeof contracts.openMembershipCheckout>> {
    return this.openMembershipCheckout.execute(input);
  }

  @HandlesRpc(contracts.settleCheckout)
  async settle(input: RpcInput<typeof contracts.settleCheckout>): Promise<RpcOutput<typeof contracts.settleCheckout>> {
    return this.settleCheckout.execute(input.sessionId);
  }
}
