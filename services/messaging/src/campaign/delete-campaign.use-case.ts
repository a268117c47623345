import { Injectable } from '@nestjs/common';
import { deleteCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { campaignGone, campaignState } from './campaign-state.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

/** Deletes a draft. Throws `not_found`, also when repeated, and `campaign_state` for a campaign that is not a draft. */
@Injectable()
export class DeleteCampaign {
  constructor(
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(deleteCampaign)
  async execute({ id, by }: RpcInput<typeof deleteCampaign>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, id);
      if (campaign === null) throw campaignGone();
      if (campaign.status !== 'draft') throw campaignState(campaign.status, 'Only a draft can be deleted.');
      await this.campaigns.remove(tx, campaign);
      await this.recordAdminAction.execute(tx, by, 'delete_campaign', { campaignId: id, name: campaign.name });
    });
  }
}
