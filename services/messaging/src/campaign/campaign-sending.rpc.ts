import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/campaign-sending-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AudienceQueries } from './audience.queries.ts';
import { CampaignDeeds } from './campaign-deeds.ts';
import { ListRecipients } from './list-recipients.query.ts';

@Controller()
export class CampaignSendingRpc {
  constructor(
    private readonly audience: AudienceQueries,
    private readonly deeds: CampaignDeeds,
    private readonly ledger: ListRecipients,
  ) {}

  @HandlesRpc(contracts.countAudience)
  async count({
    targetAudience,
  }: RpcInput<typeof contracts.countAudience>): Promise<RpcOutput<typeof contracts.countAudience>> {
    return this.audience.count(targetAudience);
  }

  @HandlesRpc(contracts.listLeftOut)
  async leftOut(input: RpcInput<typeof contracts.listLeftOut>): Promise<RpcOutput<typeof contracts.listLeftOut>> {
    return this.audience.leftOut(input);
  }

  @HandlesRpc(contracts.sendCampaign)
  async send(deed: RpcInput<typeof contracts.sendCampaign>): Promise<RpcOutput<typeof contracts.sendCampaign>> {
    return this.deeds.send(deed);
  }

  @HandlesRpc(contracts.scheduleCampaign)
  async schedule(
    deed: RpcInput<typeof contracts.scheduleCampaign>,
  ): Promise<RpcOutput<typeof contracts.scheduleCampaign>> {
    return this.deeds.schedule(deed);
  }

  @HandlesRpc(contracts.unscheduleCampaign)
  async unschedule(
    deed: RpcInput<typeof contracts.unscheduleCampaign>,
  ): Promise<RpcOutput<typeof contracts.unscheduleCampaign>> {
    return this.deeds.unschedule(deed);
  }

  @HandlesRpc(contracts.pauseCampaign)
  async pause(deed: RpcInput<typeof contracts.pauseCampaign>): Promise<RpcOutput<typeof contracts.pauseCampaign>> {
    return this.deeds.pause(deed);
  }

  @HandlesRpc(contracts.resumeCampaign)
  async resume(deed: RpcInput<typeof contracts.resumeCampaign>): Promise<RpcOutput<typeof contracts.resumeCampaign>> {
    return this.deeds.resume(deed);
  }

  @HandlesRpc(contracts.cancelCampaign)
  async cancel(deed: RpcInput<typeof contracts.cancelCampaign>): Promise<RpcOutput<typeof contracts.cancelCampaign>> {
    return this.deeds.cancel(deed);
  }

  @HandlesRpc(contracts.sendToMissed)
  async sendToMissed(deed: RpcInput<typeof contracts.sendToMissed>): Promise<RpcOutput<typeof contracts.sendToMissed>> {
    return this.deeds.sendToMissed(deed);
  }

  @HandlesRpc(contracts.listRecipients)
  async list(query: RpcInput<typeof contracts.listRecipients>): Promise<RpcOutput<typeof contracts.listRecipients>> {
    return this.ledger.execute(query);
  }
}
