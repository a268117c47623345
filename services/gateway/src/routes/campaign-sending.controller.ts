import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/messaging/campaign-http';
import * as sending from '@lectern/contracts/messaging/campaign-sending-rpc';
import { PAGE_MAX } from '@lectern/contracts/page';
import type { RouteResponse } from '@lectern/contracts/route';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly, TheCall } from '../edge/serves.decorator.ts';

/** Sending campaigns, for administrators. Messaging records each action with its administrator and origin. */
@Controller()
export class CampaignSendingController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.countAudience)
  async count(
    @TheCall() { query }: EarlyCall<typeof http.countAudience>,
  ): Promise<RouteResponse<typeof http.countAudience>> {
    return this.rpc.call(sending.countAudience, query);
  }

  @ServesEarly(http.listLeftOut)
  async leftOut(
    @TheCall() { query }: EarlyCall<typeof http.listLeftOut>,
  ): Promise<RouteResponse<typeof http.listLeftOut>> {
    return this.rpc.call(sending.listLeftOut, { ...query, limit: query.limit ?? PAGE_MAX });
  }

  @Serves(http.sendCampaign)
  async send(@TheCall() call: Call<typeof http.sendCampaign>): Promise<RouteResponse<typeof http.sendCampaign>> {
    const { recipients } = await this.rpc.call(sending.sendCampaign, { ...call.params, by: actingIn(call) });
    return {
      message: `The campaign is being sent to ${recipients.toLocaleString('en-US')} ${recipients === 1 ? 'address' : 'addresses'}.`,
    };
  }

  @Serves(http.scheduleCampaign)
  async schedule(
    @TheCall() call: Call<typeof http.scheduleCampaign>,
  ): Promise<RouteResponse<typeof http.scheduleCampaign>> {
    return this.rpc.call(sending.scheduleCampaign, {
      ...call.params,
      at: new Date(call.body.at).toISOString(),
      by: actingIn(call),
    });
  }

  @Serves(http.unscheduleCampaign)
  async unschedule(
    @TheCall() call: Call<typeof http.unscheduleCampaign>,
  ): Promise<RouteResponse<typeof http.unscheduleCampaign>> {
    return this.rpc.call(sending.unscheduleCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.pauseCampaign)
  async pause(@TheCall() call: Call<typeof http.pauseCampaign>): Promise<RouteResponse<typeof http.pauseCampaign>> {
    return this.rpc.call(sending.pauseCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.resumeCampaign)
  async resume(@TheCall() call: Call<typeof http.resumeCampaign>): Promise<RouteResponse<typeof http.resumeCampaign>> {
    return this.rpc.call(sending.resumeCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.cancelCampaign)
  async cancel(@TheCall() call: Call<typeof http.cancelCampaign>): Promise<RouteResponse<typeof http.cancelCampaign>> {
    return this.rpc.call(sending.cancelCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.sendToMissed)
  async sendToMissed(
    @TheCall() call: Call<typeof http.sendToMissed>,
  ): Promise<RouteResponse<typeof http.sendToMissed>> {
    return this.rpc.call(sending.sendToMissed, { ...call.params, ...call.body, by: actingIn(call) });
  }

  @ServesEarly(http.listRecipients)
  async list(
    @TheCall() { params, query }: EarlyCall<typeof http.listRecipients>,
  ): Promise<RouteResponse<typeof http.listRecipients>> {
    return this.rpc.call(sending.listRecipients, { ...params, ...query });
  }
}
