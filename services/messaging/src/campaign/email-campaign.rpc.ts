import { Controller } from '@nestjs/common';
import type { EmailCampaign as EmailCampaignAnswer } from '@lectern/contracts/messaging/campaign-model';
import { countMailings, listCampaigns } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CountMailings } from './count-mailings.query.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { ListCampaigns } from './list-campaigns.query.ts';

const present = (campaign: EmailCampaign): EmailCampaignAnswer => ({
  id: campaign.id,
  name: campaign.name,
  subject: campaign.subject,
  content: campaign.content,
  targetAudience: campaign.targetAudience,
  recipientCount: campaign.recipientCount,
  sentCount: campaign.sentCount,
  openCount: campaign.openCount,
  clickCount: campaign.clickCount,
  status: campaign.status,
  scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
  sentAt: campaign.sentAt?.toISOString() ?? null,
  createdAt: campaign.createdAt.toISOString(),
});

@Controller()
export class EmailCampaignRpc {
  constructor(
    private readonly listAll: ListCampaigns,
    private readonly countAll: CountMailings,
  ) {}

  @HandlesRpc(listCampaigns)
  async list(query: RpcInput<typeof listCampaigns>): Promise<RpcOutput<typeof listCampaigns>> {
    const page = await this.listAll.execute(query);
    return { ...page, items: page.items.map(present) };
  }

  @HandlesRpc(countMailings)
  async count(): Promise<RpcOutput<typeof countMailings>> {
    return this.countAll.execute();
  }
}
