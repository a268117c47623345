import { Injectable } from '@nestjs/common';
import { createCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { campaignGone } from './campaign-state.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

/**
 * Makes a draft, once for each named request, whatever became of the draft since. Throws `idempotency_conflict`, and `not_found` for
 * a repeat whose draft was deleted.
 */
@Injectable()
export class CreateCampaign {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: IdempotentRequests,
    private readonly campaigns: EmailCampaignRepository,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  async execute({ by, idempotency, ...typed }: RpcInput<typeof createCampaign>): Promise<EmailCampaign> {
    const now = this.clock.now();
    return this.transactor.run(async (tx) => {
      const { id } = await this.requests.once(tx, createCampaign.name, idempotency, async () => {
        const added = await this.campaigns.add(tx, { ...typed, adminId: by.adminId, createdAt: now, updatedAt: now });
        await this.recordAdminAction.execute(tx, by, 'create_campaign', { campaignId: added.id, name: added.name });
        return { id: added.id };
      });
      const campaign = await this.campaigns.find(tx, id);
      if (campaign === null) throw campaignGone();
      return campaign;
    });
  }
}
