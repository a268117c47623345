import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/messaging/campaign-http';
import * as sending from '@lectern/contracts/messaging/campaign-sending-rpc';
import { PAGE_MAX } from '@lectern/contracts/page';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';

/** Sending campaigns, for administrators. Messaging records each action with its administrator and origin. */
@Controller()
export class CampaignSendingController {
  constructor(private readonly rpc: RpcClient) {}

  @ServesEarly(http.countAudience)
  async count({ query }: EarlyCall<typeof http.countAudience>) {
    return this.rpc.call(sending.countAudience, query);
  }

  @ServesEarly(http.listLeftOut)
  async leftOut({ query }: EarlyCall<typeof http.listLeftOut>) {
    return this.rpc.call(sending.listLeftOut, { ...query, limit: query.limit ?? PAGE_MAX });
  }

  @Serves(http.sendCampaign)
  async send(call: Call<typeof http.sendCampaign>) {
    const { recipients } = await this.rpc.call(sending.sendCampaign, { ...call.params, by: actingIn(call) });
    return {
      message: `The campaign is being sent to ${recipients.toLocaleString('en-US')} ${recipients === 1 ? 'address' : 'addresses'}.`,
    };
  }

  @Serves(http.scheduleCampaign)
  async schedule(call: Call<typeof http.scheduleCampaign>) {
    return this.rpc.call(sending.scheduleCampaign, {
      ...call.params,
      at: new Date(call.body.at).toISOString(),
      by: actingIn(call),
    });
  }

  @Serves(http.unscheduleCampaign)
  async unschedule(call: Call<typeof http.unscheduleCampaign>) {
    return this.rpc.call(sending.unscheduleCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.pauseCampaign)
  async pause(call: Call<typeof http.pauseCampaign>) {
    return this.rpc.call(sending.pauseCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.resumeCampaign)
  async resume(call: Call<typeof http.resumeCampaign>) {
    return this.rpc.call(sending.resumeCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.cancelCampaign)
  async cancel(call: Call<typeof http.cancelCampaign>) {
    return this.rpc.call(sending.cancelCampaign, { ...call.params, by: actingIn(call) });
  }

  @Serves(http.sendToMissed)
  async sendToMissed(call: Call<typeof http.sendToMissed>) {
    return this.rpc.call(sending.sendToMissed, { ...call.params, ...call.body, by: actingIn(call) });
  }

  @ServesEarly(http.listRecipients)
  async list({ params, query }: EarlyCall<typeof http.listRecipients>) {
    return this.rpc.call(sending.listRecipients, { ...params, ...query });
  }
}
