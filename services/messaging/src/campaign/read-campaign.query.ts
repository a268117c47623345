import { Injectable } from '@nestjs/common';
import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { getCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CampaignCountRepository } from './campaign-count.repository.ts';
import { campaignGone } from './campaign-state.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { presentCampaign } from './email-campaign.presenter.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

/** A campaign with its counts and links. */
@Injectable()
export class ReadCampaign {
  constructor(
    private readonly campaigns: EmailCampaignRepository,
    private readonly counts: CampaignCountRepository,
  ) {}

  /** Throws `not_found`. */
  @Handles(getCampaign)
  async execute({ id }: RpcInput<typeof getCampaign>): Promise<CampaignDetails> {
    const campaign = await this.campaigns.find(null, id);
    if (campaign === null) throw campaignGone();
    return this.of(null, campaign);
  }

  /** Completes a campaign that the caller has read; `tx` lets it include uncommitted changes. */
  async of(tx: Transaction | null, campaign: EmailCampaign): Promise<CampaignDetails> {
    const { recipients, ...counts } = (await this.counts.of(tx, [campaign.id])).get(campaign.id)!;
    const perSecond = campaign.status === 'sending' ? await this.counts.perSecond(tx, campaign.id) : null;
    const left = recipients.pending + recipients.sending;
    return {
      ...presentCampaign(campaign),
      ...counts,
      version: campaign.version,
      isPublic: campaign.isPublic,
      recipients,
      perSecond,
      secondsLeft: perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond),
      heldUntil:
        campaign.status === 'sending' && campaign.heldUntil !== null && campaign.heldUntil > new Date()
          ? campaign.heldUntil.toISOString()
          : null,
      links: campaign.frozenAt === null ? [] : await this.campaigns.links(tx, campaign.id),
      updatedAt: campaign.updatedAt.toISOString(),
    };
  }
}
