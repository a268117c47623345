import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { AudienceRepository } from './audience.repository.ts';
import { CampaignLanes } from './campaign-lanes.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { prepareCampaign } from './email/campaign-email.ts';
import { campaignSite } from './email/campaign-site.ts';

/** Begins to send a campaign: from then on neither its email nor its audience changes. */
@Injectable()
export class FreezeAudience {
  constructor(
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
    private readonly association: Association,
    private readonly campaigns: EmailCampaignRepository,
    private readonly audience: AudienceRepository,
    private readonly lanes: CampaignLanes,
    private readonly clock: Clock,
  ) {}

  /** The caller has locked the draft or scheduled campaign. Throws `audience_empty`, and `invalid_request` for an email that cannot be prepared. */
  async execute(tx: Transaction, campaign: EmailCampaign): Promise<EmailCampaign> {
    const now = this.clock.now();
    const prepared = prepareCampaign(campaign, campaignSite(this.config, await this.association.current(tx)));
    const recipientCount = await this.audience.freeze(tx, campaign.id, campaign.targetAudience, now);
    if (recipientCount === 0) throw new DomainError('audience_empty');
    tx.afterCommit(() => this.lanes.wake());
    return this.campaigns.change(tx, campaign, {
      status: 'sending',
      prepared,
      recipientCount,
      frozenAt: now,
      unsentReason: null,
      unsentAt: null,
      updatedAt: now,
    });
  }
}
