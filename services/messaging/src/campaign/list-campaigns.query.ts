import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { campaignStatus } from '@lectern/contracts/messaging/campaign-model';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { CampaignCountRepository } from './campaign-count.repository.ts';
import type { EmailCampaign } from './email-campaign.entity.ts';
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

  async execute(query: ListQuery): Promise<Page<EmailCampaign>> {
    const page = await this.campaigns.page(
      { status: statusOf(query), search: searchPattern(query.q) },
      pageRequest(query, 'createdAt'),
    );
    const counted = await this.counts.of(
      null,
      page.items.map(({ id }) => id),
    );
    for (const campaign of page.items) {
      const { sentCount, openCount, clickCount } = counted.get(campaign.id)!;
      Object.assign(campaign, { sentCount, openCount, clickCount });
    }
    return page;
  }
}
