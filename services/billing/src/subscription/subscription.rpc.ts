import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChangeRenewal } from './change-renewal.use-case.ts';
import { OpenBillingPortal } from './open-billing-portal.use-case.ts';
import { SubscriptionQueries } from './subscription.queries.ts';

@Controller()
export class SubscriptionRpc {
  constructor(
    private readonly queries: SubscriptionQueries,
    private readonly openBillingPortal: OpenBillingPortal,
    private readonly changeRenewal: ChangeRenewal,
  ) {}

  @HandlesRpc(contracts.getSubscription)
  async details(
    input: RpcInput<typeof contracts.getSubscription>,
  ): Promise<RpcOutput<typeof contracts.getSubscription>> {
    return this.queries.details(input.userId);
  }

  @HandlesRpc(contracts.listPayments)
  async payments(input: RpcInput<typeof contracts.listPayments>): Promise<RpcOutput<typeof contracts.listPayments>> {
    return this.queries.paymentHistory(input.userId);
  }

  @HandlesRpc(contracts.cancelSubscription)
  async cancel(
    input: RpcInput<typeof contracts.cancelSubscription>,
  ): Promise<RpcOutput<typeof contracts.cancelSubscription>> {
    return this.changeRenewal.cancel(input.userId);
  }

  @HandlesRpc(contracts.resumeSubscription)
  async resume(
    input: RpcInput<typeof contracts.resumeSubscription>,
  ): Promise<RpcOutput<typeof contracts.resumeSubscription>> {
    return this.changeRenewal.resume(input.userId);
  }

  @HandlesRpc(contracts.openBillingPortal)
  async portal(
    input: RpcInput<typeof contracts.openBillingPortal>,
  ): Promise<RpcOutput<typeof contracts.openBillingPortal>> {
    return this.openBillingPortal.execute(input.userId, input.returnUrl);
  }
}
