import { Inject, Injectable } from '@nestjs/common';
import { createCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { campaignGone } from './campaign-state.ts';
import { presentCampaign } from './email-campaign.presenter.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';
import { prepareCampaign } from './email/campaign-email.ts';
import { campaignSite } from './email/campaign-site.ts';

/**
 * Creates a draft of an email that can be sent, once for each request key, whatever happened to the draft since. Throws
 * `invalid_request`, `idempotency_conflict`, and `not_found` for a repeated request whose draft was deleted.
 */
@Injectable()
export class CreateCampaign {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(createCampaign)
  async execute({
    by,
    idempotency,
    ...typed
  }: RpcInput<typeof createCampaign>): Promise<RpcOutput<typeof createCampaign>> {
    prepareCampaign(typed, campaignSite(this.config, await this.association.current()));
    const now = this.clock.now();
    return this.transactor.run(async (tx) => {
      const { id } = await this.requests.runOnce(tx, createCampaign.name, idempotency, async () => {
        const added = await this.campaigns.add(tx, { ...typed, adminId: by.adminId, createdAt: now, updatedAt: now });
        await this.recordAdminAction.execute(tx, by, 'create_campaign', { campaignId: added.id, name: added.name });
        return { id: added.id };
      });
      const campaign = await this.campaigns.find(tx, id);
      if (campaign === null) throw campaignGone();
      return presentCampaign(campaign);
    });
  }
}
