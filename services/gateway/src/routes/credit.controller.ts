import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/credit-http';
import * as billing from '@lectern/contracts/billing/credit-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';

/** The credit of members. */
@Controller()
export class CreditController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.getCredit)
  async own({ caller }: Call<typeof http.getCredit>) {
    return this.rpc.call(billing.getCredit, { userId: caller.member.id });
  }

  @Serves(http.getMemberCredit)
  async ofMember({ params }: Call<typeof http.getMemberCredit>) {
    return this.rpc.call(billing.getCredit, params);
  }
}
