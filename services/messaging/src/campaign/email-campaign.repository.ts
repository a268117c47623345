import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Versioned } from '@lectern/service-kit/edit/decide-edit';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { EmailCampaign } from './email-campaign.entity.ts';

/** What administrators write of a campaign. */
export type CampaignFields = Pick<EmailCampaign, 'name' | 'subject' | 'content' | 'targetAudience' | 'isPublic'>;

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

  async add(tx: Transaction, campaign: CampaignFields & Pick<EmailCampaign, 'adminId' | 'createdAt' | 'updatedAt'>): Promise<EmailCampaign> {
    return tx.manager.save(EmailCampaign, campaign);
  }

  /** Within `tx` where it is read for what was just written. */
  async find(tx: Transaction | null, id: string): Promise<EmailCampaign | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(EmailCampaign, { id });
  }

  /** Nobody else edits, sends or deletes it until the transaction ends. */
  async lockById(tx: Transaction, id: string): Promise<EmailCampaign | null> {
    return tx.manager.findOne(EmailCampaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes what `decideEdit` answered of a locked campaign, unless it is of another version by now: then it throws. */
  async edit(tx: Transaction, campaign: EmailCampaign, edit: Partial<CampaignFields> & Versioned & Pick<EmailCampaign, 'updatedAt'>): Promise<EmailCampaign> {
    const { affected } = await tx.manager.update(EmailCampaign, { id: campaign.id, version: campaign.version }, edit);
    if (affected !== 1) throw new Error(`Campaign ${campaign.id} is of another version than its lock saw`);
    return Object.assign(campaign, edit);
  }

  async remove(tx: Transaction, campaign: EmailCampaign): Promise<void> {
    await tx.manager.delete(EmailCampaign, { id: campaign.id });
  }

  /** The links of its letter, each with how many recipients followed it. */
  async links(tx: Transaction | null, id: string): Promise<{ url: string; clickCount: number }[]> {
    return (tx?.manager ?? this.dataSource).query<{ url: string; clickCount: number }[]>(
      `SELECT link.url, (SELECT count(*)::int FROM link_clicks WHERE campaign_id = $1 AND link_index = link.number - 1) AS "clickCount"
       FROM email_campaigns, jsonb_array_elements_text(prepared->'links') WITH ORDINALITY AS link (url, number) WHERE id = $1 ORDER BY link.number`,
      [id],
    );
  }

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
