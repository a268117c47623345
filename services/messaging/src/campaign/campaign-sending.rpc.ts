import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/campaign-sending-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { AudienceQueries } from './audience.queries.ts';
import { CampaignActions } from './campaign-actions.ts';
import { ListRecipients } from './list-recipients.query.ts';

@Controller()
export class CampaignSendingRpc {
  constructor(
    private readonly audience: AudienceQueries,
    private readonly actions: CampaignActions,
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
  async send(action: RpcInput<typeof contracts.sendCampaign>): Promise<RpcOutput<typeof contracts.sendCampaign>> {
    return this.actions.send(action);
  }

  @HandlesRpc(contracts.scheduleCampaign)
  async schedule(
    action: RpcInput<typeof contracts.scheduleCampaign>,
  ): Promise<RpcOutput<typeof contracts.scheduleCampaign>> {
    return this.actions.schedule(action);
  }

  @HandlesRpc(contracts.unscheduleCampaign)
  async unschedule(
    action: RpcInput<typeof contracts.unscheduleCampaign>,
  ): Promise<RpcOutput<typeof contracts.unscheduleCampaign>> {
    return this.actions.unschedule(action);
  }

  @HandlesRpc(contracts.pauseCampaign)
  async pause(action: RpcInput<typeof contracts.pauseCampaign>): Promise<RpcOutput<typeof contracts.pauseCampaign>> {
    return this.actions.pause(action);
  }

  @HandlesRpc(contracts.resumeCampaign)
  async resume(action: RpcInput<typeof contracts.resumeCampaign>): Promise<RpcOutput<typeof contracts.resumeCampaign>> {
    return this.actions.resume(action);
  }

  @HandlesRpc(contracts.cancelCampaign)
  async cancel(action: RpcInput<typeof contracts.cancelCampaign>): Promise<RpcOutput<typeof contracts.cancelCampaign>> {
    return this.actions.cancel(action);
  }

  @HandlesRpc(contracts.sendToMissed)
  async sendToMissed(
    action: RpcInput<typeof contracts.sendToMissed>,
  ): Promise<RpcOutput<typeof contracts.sendToMissed>> {
    return this.actions.sendToMissed(action);
  }

  @HandlesRpc(contracts.listRecipients)
  async list(query: RpcInput<typeof contracts.listRecipients>): Promise<RpcOutput<typeof contracts.listRecipients>> {
    return this.ledger.execute(query);
  }
}
