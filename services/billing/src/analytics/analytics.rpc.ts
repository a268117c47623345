import { Controller } from '@nestjs/common';
import { countMemberships, sumRevenue } from '@lectern/contracts/billing/analytics';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Analytics } from './analytics.query.ts';

@Controller()
export class AnalyticsRpc {
  constructor(private readonly analytics: Analytics) {}

  @HandlesRpc(countMemberships)
  async memberships({ bounds }: RpcInput<typeof countMemberships>): Promise<RpcOutput<typeof countMemberships>> {
    return this.analytics.memberships(bounds);
  }

  @HandlesRpc(sumRevenue)
  async revenue({ bounds }: RpcInput<typeof sumRevenue>): Promise<RpcOutput<typeof sumRevenue>> {
    return this.analytics.revenue(bounds);
  }
}
