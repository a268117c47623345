import { Inject, Injectable } from '@nestjs/common';
import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { editCampaign } from '@lectern/contracts/messaging/campaign-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../config.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { campaignGone, campaignState } from './campaign-state.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { type CampaignFields, EmailCampaignRepository } from './email-campaign.repository.ts';
import { prepareCampaign } from './email/campaign-email.ts';
import { campaignSite } from './email/campaign-site.ts';
import { ReadCampaign } from './read-campaign.query.ts';

const LABELS = {
  name: 'name',
  subject: 'subject',
  content: 'text',
  targetAudience: 'audience',
  isPublic: 'showing on the site',
} as const satisfies Record<keyof CampaignFields, string>;

/**
 * Changes a draft or a scheduled campaign, under the lock that sending takes too, so that the last saved version is sent. An edit
 * that changes nothing is not recorded. Throws `invalid_request` for an email that cannot be sent, `not_found`, `campaign_state` and
 * `version_conflict`.
 */
@Injectable()
export class EditCampaign {
  constructor(
    private readonly transactor: Transactor,
    private readonly campaigns: EmailCampaignRepository,
    private readonly read: ReadCampaign,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(editCampaign)
  async execute({ id, by, version, ...wanted }: RpcInput<typeof editCampaign>): Promise<CampaignDetails> {
    prepareCampaign(wanted, campaignSite(this.config, await this.association.current()));
    return this.transactor.run(async (tx) => {
      const campaign = await this.campaigns.lockById(tx, id);
      if (campaign === null) throw campaignGone();
      const edit = decideEdit<EmailCampaign, keyof CampaignFields>(campaign, {
        version,
        wanted,
        labels: LABELS,
        page: 'Campaign',
      });
      if (edit === null) return this.read.of(tx, campaign);
      if (campaign.status !== 'draft' && campaign.status !== 'scheduled')
        throw campaignState(campaign.status, 'It can no longer be edited.');
      const changed = Object.keys(LABELS).filter((field) => field in edit) as (keyof CampaignFields)[];
      const edited = await this.campaigns.edit(tx, campaign, { ...edit, updatedAt: this.clock.now() });
      await this.recordAdminAction.execute(tx, by, 'edit_campaign', {
        campaignId: id,
        name: edited.name,
        changed: changed.map((field) => LABELS[field]).join(', '),
      });
      return this.read.of(tx, edited);
    });
  }
}
