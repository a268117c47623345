import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OpenBillingPortal } from './open-billing-portal.use-case.ts';
import { SubscriptionQueries } from './subscription.queries.ts';

@Controller()
export class SubscriptionRpc {
  constructor(
    private readonly queries: SubscriptionQueries,
    private readonly openBillingPortal: OpenBillingPortal,
  ) {}

  @HandlesRpc(contracts.getSubscription)
  async details(input: RpcInput<typeof contracts.getSubscription>): Promise<RpcOutput<typeof contracts.getSubscription>> {
    return this.queries.details(input.userId);
  }

  @HandlesRpc(contracts.listPayments)
  async payments(input: RpcInput<typeof contracts.listPayments>): Promise<RpcOutput<typeof contracts.listPayments>> {
    return this.queries.paymentHistory(input.userId);
  }

  @HandlesRpc(contracts.openBillingPortal)
  async portal(input: RpcInput<typeof contracts.openBillingPortal>): Promise<RpcOutput<typeof contracts.openBillingPortal>> {
    return this.openBillingPortal.execute(input.userId, input.returnUrl);
  }
}
