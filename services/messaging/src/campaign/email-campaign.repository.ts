import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { EmailCampaign } from './email-campaign.entity.ts';

export interface CampaignFilter {
  readonly status: EmailCampaign['status'] | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

export interface CampaignCounts {
  readonly total: number;
  readonly sent: number;
  readonly draft: number;
}

@Injectable()
export class EmailCampaignRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** A page of them, with how many the filter matches. */
  async page(filter: CampaignFilter, request: PageRequest<EmailCampaign>): Promise<Page<EmailCampaign>> {
    const [page, total] = await Promise.all([readPage(this.matching(filter), request), this.matching(filter).getCount()]);
    return { ...page, total };
  }

  /** An association writes some hundreds in its life, so they are simply counted. */
  async counts(): Promise<CampaignCounts> {
    const [row] = await this.dataSource.query<Record<keyof CampaignCounts, string>[]>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE status = 'sent') AS sent, count(*) FILTER (WHERE status = 'draft') AS draft
       FROM email_campaigns`,
    );
    return { total: Number(row?.total ?? 0), sent: Number(row?.sent ?? 0), draft: Number(row?.draft ?? 0) };
  }

  private matching(filter: CampaignFilter): SelectQueryBuilder<EmailCampaign> {
    const rows = this.dataSource.getRepository(EmailCampaign).createQueryBuilder('campaign');
    if (filter.status !== null) rows.andWhere('campaign.status = :status', { status: filter.status });
    if (filter.search !== null) {
      rows.andWhere(`lower(' ' || campaign.name || ' ' || campaign.subject) LIKE :search`, { search: filter.search });
    }
    return rows;
  }
}
