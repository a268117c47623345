import { Injectable } from '@nestjs/common';
import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { campaignGone } from './campaign-state.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { presentCampaign } from './email-campaign.presenter.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

const NOBODY = { pending: 0, sending: 0, sent: 0, delivered: 0, bounced: 0, failed: 0, skipped: 0, uncertain: 0 };

/** A campaign with all that is known of it. */
@Injectable()
export class ReadCampaign {
  constructor(private readonly campaigns: EmailCampaignRepository) {}

  /** Throws `not_found`. */
  async execute(id: string): Promise<CampaignDetails> {
    const campaign = await this.campaigns.find(null, id);
    if (campaign === null) throw campaignGone();
    return this.of(null, campaign);
  }

  /** Of one that is in hand, within `tx` where it was changed there. */
  async of(tx: Transaction | null, campaign: EmailCampaign): Promise<CampaignDetails> {
    return {
      ...presentCampaign(campaign),
      version: campaign.version,
      isPublic: campaign.isPublic,
      recipients: { ...NOBODY, ...(await this.campaigns.recipientCounts(tx, campaign.id)) },
      perSecond: null,
      secondsLeft: null,
      heldUntil: null,
      machineOpenCount: 0,
      links: [],
      updatedAt: campaign.updatedAt.toISOString(),
    };
  }
}
