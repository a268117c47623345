import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { campaignStatus } from '@lectern/contracts/messaging/campaign-model';
import { listCampaigns } from '@lectern/contracts/messaging/rpc';
import type { ListQuery } from '@lectern/contracts/page';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CampaignCountRepository } from './campaign-count.repository.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
import { presentCampaign } from './email-campaign.presenter.ts';
import { EmailCampaignRepository } from './email-campaign.repository.ts';

const statusOf = (query: ListQuery): EmailCampaign['status'] | null => {
  if (query.status === undefined) return null;
  const status = campaignStatus.safeParse(query.status);
  if (!status.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return status.data;
};

/** Newest first; `q` searches name and subject. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListCampaigns {
  constructor(
    private readonly campaigns: EmailCampaignRepository,
    private readonly counts: CampaignCountRepository,
  ) {}

  @Handles(listCampaigns)
  async execute(query: ListQuery): Promise<RpcOutput<typeof listCampaigns>> {
    const page = await this.campaigns.page(
      { status: statusOf(query), search: namePattern(query.q) },
      pageRequest(query, 'createdAt'),
    );
    const counted = await this.counts.of(
      null,
      page.items.map(({ id }) => id),
    );
    const items = page.items.map((campaign) => {
      const { sentCount, openCount, clickCount } = counted.get(campaign.id)!;
      return { ...presentCampaign(campaign), sentCount, openCount, clickCount };
    });
    return { ...page, items };
  }
}
