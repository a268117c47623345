import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/messaging/campaign-http';
import * as campaigns from '@lectern/contracts/messaging/campaign-rpc';
import { listCampaigns } from '@lectern/contracts/messaging/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';

/** Editing campaigns, for administrators. Messaging records each change with its administrator and origin. */
@Controller()
export class CampaignsController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.listCampaigns)
  async list(call: EarlyCall<typeof http.listCampaigns>) {
    return listOrPage(call, (query) => this.rpc.call(listCampaigns, query));
  }

  @Serves(http.createCampaign)
  async create(call: Call<typeof http.createCampaign>) {
    const { isPublic = false, ...typed } = call.body;
    return this.rpc.call(campaigns.createCampaign, {
      ...typed,
      isPublic,
      by: actingIn(call),
      idempotency: call.idempotency,
    });
  }

  @ServesEarly(http.getCampaign)
  async get({ params }: EarlyCall<typeof http.getCampaign>) {
    return this.rpc.call(campaigns.getCampaign, params);
  }

  @Serves(http.editCampaign)
  async edit(call: Call<typeof http.editCampaign>) {
    const { isPublic = false, ...typed } = call.body;
    return this.rpc.call(campaigns.editCampaign, { ...typed, isPublic, ...call.params, by: actingIn(call) });
  }

  @Serves(http.deleteCampaign)
  async delete(call: Call<typeof http.deleteCampaign>) {
    await this.rpc.call(campaigns.deleteCampaign, { ...call.params, by: actingIn(call) });
    return { message: 'The draft has been deleted.' };
  }
}
