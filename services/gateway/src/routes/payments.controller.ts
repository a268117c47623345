import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/billing/payment-http';
import * as billing from '@lectern/contracts/billing/payment-rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { CurrentProfile } from '../branding/current-profile.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';
import { madeBetween } from './made-between.ts';

/** The list of payments, whose days are the association's. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profile: CurrentProfile,
  ) {}

  @Serves(http.listAllPayments)
  async list(call: Call<typeof http.listAllPayments>) {
    const { timeZone } = await this.profile.now();
    return listOrPage(call, (query) =>
      this.rpc.call(billing.listBalance, { ...query, ...madeBetween(query, timeZone) }),
    );
  }

  @Serves(http.sumAllPayments)
  async sum({ query }: Call<typeof http.sumAllPayments>) {
    const { timeZone } = await this.profile.now();
    return this.rpc.call(billing.sumBalance, { ...query, ...madeBetween(query, timeZone) });
  }

  @Serves(http.getBalanceMovement)
  async one({ params }: Call<typeof http.getBalanceMovement>) {
    return this.rpc.call(billing.getBalanceMovement, params);
  }
}
