import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OpenMembershipCheckout } from './open-membership-checkout.use-case.ts';
import { SettleCheckout, type SettledCheckout } from './settle-checkout.use-case.ts';

@Controller()
export class CheckoutRpc {
  private readonly settling = new Map<string, Promise<SettledCheckout>>();

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

  /** Anyone may ask, at any rate: while the provider is asked about a checkout, concurrent callers get the same answer. */
  @HandlesRpc(contracts.settleCheckout)
  async settle({
    sessionId,
  }: RpcInput<typeof contracts.settleCheckout>): Promise<RpcOutput<typeof contracts.settleCheckout>> {
    const underWay = this.settling.get(sessionId);
    if (underWay !== undefined) return underWay;
    const settled = this.settleCheckout.execute(sessionId).finally(() => this.settling.delete(sessionId));
    this.settling.set(sessionId, settled);
    return settled;
  }
}
