import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Versioned } from '@lectern/service-kit/edit/decide-edit';
import { type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { withoutAccents } from '@lectern/service-kit/paging/search-pattern';
import { EmailCampaign } from './email-campaign.entity.ts';
import type { PreparedCampaign } from './email/campaign-email.ts';

/** The fields that administrators write. */
export type CampaignFields = Pick<EmailCampaign, 'name' | 'subject' | 'content' | 'targetAudience' | 'isPublic'>;

/** The fields that actions and the schedule change. */
export type CampaignChange = Partial<
  Pick<
    EmailCampaign,
    | 'status'
    | 'scheduledAt'
    | 'unsentReason'
    | 'unsentAt'
    | 'sentAt'
    | 'prepared'
    | 'recipientCount'
    | 'frozenAt'
    | 'heldUntil'
    | 'refusals'
  >
> &
  Pick<EmailCampaign, 'updatedAt'>;

export interface CampaignFilter {
  readonly status: EmailCampaign['status'] | null;
  /** A pattern of `namePattern`. */
  readonly search: string | null;
}

export interface CampaignCounts {
  readonly total: number;
  readonly sent: number;
  readonly draft: number;
}

/** A campaign that the site shows publicly. */
export type ArchivedCampaign = Pick<EmailCampaign, 'id' | 'subject' | 'content' | 'version'> & {
  readonly sentAt: Date;
};

const IS_ARCHIVED = `is_public AND status = 'sent' AND sent_at IS NOT NULL AND target_audience IN ('newsletter', 'all')`;

@Injectable()
export class EmailCampaignRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async add(
    tx: Transaction,
    campaign: CampaignFields & Pick<EmailCampaign, 'adminId' | 'createdAt' | 'updatedAt'>,
  ): Promise<EmailCampaign> {
    return tx.manager.save(EmailCampaign, campaign);
  }

  /** `tx` lets it include uncommitted changes. */
  async find(tx: Transaction | null, id: string): Promise<EmailCampaign | null> {
    return (tx?.manager ?? this.dataSource.manager).findOneBy(EmailCampaign, { id });
  }

  /** Locks a campaign against edits, sending and deletion until the transaction ends. */
  async lockById(tx: Transaction, id: string): Promise<EmailCampaign | null> {
    return tx.manager.findOne(EmailCampaign, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes the result of `decideEdit` for a locked campaign. Throws if the campaign has another version by now. */
  async edit(
    tx: Transaction,
    campaign: EmailCampaign,
    edit: Partial<CampaignFields> & Versioned & Pick<EmailCampaign, 'updatedAt'>,
  ): Promise<EmailCampaign> {
    const { affected } = await tx.manager.update(EmailCampaign, { id: campaign.id, version: campaign.version }, edit);
    if (affected !== 1) throw new Error(`Campaign ${campaign.id} has another version than when it was locked`);
    return Object.assign(campaign, edit);
  }

  /** Writes an action's changes to a locked campaign. */
  async change(tx: Transaction, campaign: EmailCampaign, change: CampaignChange): Promise<EmailCampaign> {
    await tx.manager.update(EmailCampaign, { id: campaign.id }, change);
    return Object.assign(campaign, change);
  }

  /** The scheduled campaigns whose time has come, longest due first. */
  async due(now: Date): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM email_campaigns WHERE status = 'scheduled' AND scheduled_at <= $1 ORDER BY scheduled_at`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** The campaigns that are being sent and do not wait for the provider, longest sent first. */
  async sendable(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT id FROM email_campaigns WHERE status = 'sending' AND (held_until IS NULL OR held_until <= now()) ORDER BY frozen_at`,
    );
    return rows.map(({ id }) => id);
  }

  /** Takes a shared lock that keeps a campaign from being paused or cancelled until the transaction ends; null where it may not be sent now. */
  async shareSendable(tx: Transaction, id: string): Promise<Pick<EmailCampaign, 'refusals'> | null> {
    const [row] = await tx.manager.query<Pick<EmailCampaign, 'refusals'>[]>(
      `SELECT refusals FROM email_campaigns WHERE id = $1 AND status = 'sending' AND (held_until IS NULL OR held_until <= now()) FOR SHARE`,
      [id],
    );
    return row ?? null;
  }

  /** The email of a campaign that is being sent. It never changes. */
  async prepared(id: string): Promise<PreparedCampaign> {
    const [row] = await this.dataSource.query<{ prepared: PreparedCampaign | null }[]>(
      'SELECT prepared FROM email_campaigns WHERE id = $1',
      [id],
    );
    if (row?.prepared == null) throw new Error(`Campaign ${id} has no email`);
    return row.prepared;
  }

  /** Pauses the posting of a locked campaign for a while. */
  async hold(tx: Transaction, id: string, pauseMs: number): Promise<void> {
    await tx.manager.query(
      `UPDATE email_campaigns SET refusals = refusals + CASE WHEN held_until > now() THEN 0 ELSE 1 END,
         held_until = greatest(held_until, now() + $2 * interval '1 millisecond') WHERE id = $1`,
      [id, pauseMs],
    );
  }

  /** Notes that the provider accepts emails again. */
  async clearRefusals(tx: Transaction, id: string): Promise<void> {
    await tx.manager.query(
      'UPDATE email_campaigns SET refusals = 0 WHERE id = $1 AND refusals > 0 AND (held_until IS NULL OR held_until <= now())',
      [id],
    );
  }

  async remove(tx: Transaction, campaign: EmailCampaign): Promise<void> {
    await tx.manager.delete(EmailCampaign, { id: campaign.id });
  }

  /** The links of the email, each with the number of recipients who followed it. */
  async links(tx: Transaction | null, id: string): Promise<{ url: string; clickCount: number }[]> {
    return (tx?.manager ?? this.dataSource).query<{ url: string; clickCount: number }[]>(
      `SELECT link.url, (SELECT count(*)::int FROM link_clicks WHERE campaign_id = $1 AND link_index = link.number - 1) AS "clickCount"
       FROM email_campaigns, jsonb_array_elements_text(prepared->'links') WITH ORDINALITY AS link (url, number) WHERE id = $1 ORDER BY link.number`,
      [id],
    );
  }

  /** A page of campaigns, with the number that the filter matches. */
  async page(filter: CampaignFilter, request: PageRequest<EmailCampaign>): Promise<Page<EmailCampaign>> {
    const [page, total] = await Promise.all([
      readPage(this.matching(filter), request),
      this.matching(filter).getCount(),
    ]);
    return { ...page, total };
  }

  /** A plain count: an association writes some hundreds of campaigns in its life. */
  async counts(): Promise<CampaignCounts> {
    const [row] = await this.dataSource.query<Record<keyof CampaignCounts, string>[]>(
      `SELECT count(*) AS total, count(*) FILTER (WHERE status = 'sent') AS sent, count(*) FILTER (WHERE status = 'draft') AS draft
       FROM email_campaigns`,
    );
    return { total: Number(row?.total ?? 0), sent: Number(row?.sent ?? 0), draft: Number(row?.draft ?? 0) };
  }

  /** The latest public campaigns that were sent to newsletter readers, newest first. */
  async archived(limit: number): Promise<Pick<ArchivedCampaign, 'id' | 'subject' | 'sentAt'>[]> {
    return this.dataSource.query(
      `SELECT id, subject, sent_at AS "sentAt" FROM email_campaigns WHERE ${IS_ARCHIVED} ORDER BY sent_at DESC, id LIMIT $1`,
      [limit],
    );
  }

  /** Null for a campaign that is not public, or was not sent to newsletter readers. */
  async findArchived(id: string): Promise<ArchivedCampaign | null> {
    const [found] = await this.dataSource.query<ArchivedCampaign[]>(
      `SELECT id, subject, content, version, sent_at AS "sentAt" FROM email_campaigns WHERE id = $1 AND ${IS_ARCHIVED}`,
      [id],
    );
    return found ?? null;
  }

  private matching(filter: CampaignFilter): SelectQueryBuilder<EmailCampaign> {
    const rows = this.dataSource.getRepository(EmailCampaign).createQueryBuilder('campaign');
    if (filter.status !== null) rows.andWhere('campaign.status = :status', { status: filter.status });
    if (filter.search !== null) {
      rows.andWhere(`${withoutAccents(`' ' || campaign.name || ' ' || campaign.subject`)} LIKE :search`, {
        search: filter.search,
      });
    }
    return rows;
  }
}
