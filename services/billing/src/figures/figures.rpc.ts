import { Controller } from '@nestjs/common';
import { countMemberships, sumRevenue } from '@lectern/contracts/billing/figures';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Figures } from './figures.query.ts';

@Controller()
export class FiguresRpc {
  constructor(private readonly figures: Figures) {}

  @HandlesRpc(countMemberships)
  async memberships({ bounds }: RpcInput<typeof countMemberships>): Promise<RpcOutput<typeof countMemberships>> {
    return this.figures.memberships(bounds);
  }

  @HandlesRpc(sumRevenue)
  async revenue({ bounds }: RpcInput<typeof sumRevenue>): Promise<RpcOutput<typeof sumRevenue>> {
    return this.figures.revenue(bounds);
  }
}
